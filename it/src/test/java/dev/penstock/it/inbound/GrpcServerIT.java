package dev.penstock.it.inbound;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.Await;
import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.RedisNamespace;
import dev.penstock.it.harness.ResponseChecks;
import dev.penstock.it.harness.RunningApp;
import dev.penstock.it.harness.apps.ServerTestApp;
import dev.penstock.it.harness.apps.TestTarget;
import dev.penstock.testredis.RedisServer;
import java.net.URLEncoder;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers of gRPC on all transports, with counts in the JVM and in Redis. */
@ParameterizedClass
@MethodSource("trials")
record GrpcServerIT(Trial trial) {
  /* Each test uses a header of its own as the key. */
  private static final String RULES =
      """
      version: 1
      inbound:
        exact: { match: POST /test.Calls/Echo, key: header.X-Exact, on-missing-key: skip, rate: 5/week }
        streams:
          match: [/test.Calls/Upload, /test.Calls/Download, /test.Calls/Chat]
          key: header.X-Stream
          on-missing-key: skip
          rate: 4/week
        slots:
          match: [/test.Calls/Chat, /test.Calls/Fail]
          key: header.X-Slot
          on-missing-key: skip
          concurrency: 1
        failures:
          match: /test.Calls/Fail
          key: header.X-Count
          on-missing-key: skip
          rate: 2/week
          count: { status: 404 }
        addresses:
          { match: /test.Calls/Seen, key: [ip, header.X-Address], on-missing-key: skip, rate: 2/week }
        hosts: { match: /test.Calls/Seen, key: [host, header.X-Host-Key], on-missing-key: skip, rate: 1/week }
        busy:
          match: /test.Calls/Echo
          key: header.X-Busy
          on-missing-key: skip
          rate: 1/week
          response: { status: 503 }
        paced:
          match: /test.Calls/{method}
          key: header.X-Pace
          on-missing-key: skip
          rate: 5/s
          algorithm: leaky-bucket
          wait: 10s
          queue: 4
        stuck:
          match: /test.Calls/Echo
          key: header.X-Stuck
          on-missing-key: skip
          rate: 1/min
          algorithm: leaky-bucket
          wait: 60s
          queue: 4
      """;

  private static final RedisServer REDIS = RedisServer.start();
  private static final RedisNamespace NAMESPACE = RedisNamespace.on(REDIS);

  /** A running application with the rules. */
  record Trial(String name, TestTarget target, RunningApp app) implements AutoCloseable {
    @Override
    public void close() {
      app.close();
    }

    @Override
    public String toString() {
      return target + " " + name;
    }
  }

  static Stream<Trial> trials() {
    return ServerTestApp.built("GRPC")
        .flatMap(
            target ->
                Stream.<Supplier<Trial>>of(
                    () -> trial("with counts in the JVM", target, RULES),
                    () ->
                        trial("with counts in Redis", target, RULES + NAMESPACE.store("exact", 1))))
        .map(Supplier::get);
  }

  private static Trial trial(String name, TestTarget target, String rules) {
    return new Trial(name, target, Launch.on(target).rules(rules).start());
  }

  @AfterParameterizedClassInvocation
  static void printsNothingUnexpected(Trial trial) {
    trial.app().stop();
    trial.app().expectNoUnexpectedOutput();
  }

  @AfterAll
  static void countsAreInRedis() {
    assertThat(NAMESPACE.ttlsMillis().keySet()).anyMatch(key -> key.contains("}:streams:"));
    NAMESPACE.clear();
    REDIS.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"netty", "netty-shaded", "in-process"})
  void admitsTheLimitAndRunsNoHandlerBeyondIt(String transport) {
    int before = ResponseChecks.handlerCalls(trial.app());
    assertThat(statuses(calls(transport, "Echo", "x-exact:one by one " + transport, "count=7")))
        .containsExactly("OK", "OK", "OK", "OK", "OK", "RESOURCE_EXHAUSTED", "RESOURCE_EXHAUSTED");
    assertThat(ResponseChecks.handlerCalls(trial.app())).isEqualTo(before + 5);
  }

  @ParameterizedTest
  @ValueSource(strings = {"netty", "netty-shaded", "in-process"})
  void admitsTheLimitOfConcurrentCalls(String transport) {
    int before = ResponseChecks.handlerCalls(trial.app());
    List<String> lines =
        calls(transport, "Echo", "x-exact:crowd " + transport, "count=40&threads=20");
    assertThat(statuses(lines)).filteredOn("OK"::equals).hasSize(5);
    assertThat(statuses(lines)).filteredOn("RESOURCE_EXHAUSTED"::equals).hasSize(35);
    assertThat(ResponseChecks.handlerCalls(trial.app())).isEqualTo(before + 5);
  }

  @ParameterizedTest
  @ValueSource(strings = {"netty", "netty-shaded", "in-process"})
  void aRejectionSaysWhenToCallAgain(String transport) {
    List<String> lines = calls(transport, "Echo", "x-exact:fields " + transport, "count=6");
    assertThat(lines.get(0)).contains("app-header=1;", "ratelimit=\"exact\";r=4;");
    String trailers = lines.get(5).substring(lines.get(5).lastIndexOf('|'));
    assertThat(trailers)
        .contains(
            "ratelimit-policy=\"exact\";q=5;w=604800;",
            "ratelimit-remaining=0;",
            "google.rpc.retryinfo-bin=Cg",
            "grpc-status-details-bin=CAgS");
    long seconds = number(trailers, "retry-after=(\\d+);");
    assertThat(seconds).isPositive();
    assertThat(number(trailers, "grpc-retry-pushback-ms=(\\d+);")).isEqualTo(seconds * 1_000);
  }

  private static long number(String text, String pattern) {
    Matcher found = Pattern.compile(pattern).matcher(text);
    assertThat(found.find()).as("%s in %s", pattern, text).isTrue();
    return Long.parseLong(found.group(1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"netty", "netty-shaded", "in-process"})
  void theStatusOfTheRuleDecidesAboutTheStatusOfTheCall(String transport) {
    assertThat(statuses(calls(transport, "Echo", "x-busy:" + transport, "count=2")))
        .containsExactly("OK", "UNAVAILABLE");
  }

  @Test
  void resultsAreUnchanged() {
    try (var bare = Launch.on(trial.target()).withoutAgent().start()) {
      for (String transport : List.of("netty", "netty-shaded", "in-process")) {
        String streams = "/streams?transport=" + transport;
        String unlimited = bare.http().get(streams).body();
        assertThat(unlimited).contains("OK 1 ", "OK 50 ");
        assertThat(get(streams)).isEqualTo(unlimited);
        assertThat(get(streams + "&header=x-pace:" + transport)).isEqualTo(unlimited);
        for (String method : List.of("Echo", "Seen", "Fail&text=5", "Nothing")) {
          String call = "/calls?transport=" + transport + "&header=x-exact:same&method=" + method;
          assertThat(withoutOurFields(get(call)))
              .isEqualTo(withoutOurFields(bare.http().get(call).body()));
        }
      }
    }
  }

  private static String withoutOurFields(String line) {
    return line.replaceAll("ratelimit\\S*", "").replaceAll(" +", " ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"netty", "netty-shaded", "in-process"})
  void aStreamCountsOnceAndARejectedOneLeavesTheConnectionUsable(String transport) {
    String page = "/streams?transport=" + transport + "&header=x-stream:" + transport;
    String unlimited = get("/streams?transport=" + transport);
    assertThat(get(page)).isEqualTo(unlimited);
    String[] limited = get(page).split("\n", -1);
    assertThat(limited)
        .containsExactly(
            unlimited.split("\n", -1)[0],
            "RESOURCE_EXHAUSTED after 0",
            "RESOURCE_EXHAUSTED after 0");
    assertThat(get(page)).isEqualTo(String.join("\n", List.of(limited[1], limited[1], limited[1])));
    assertThat(get("/streams?transport=" + transport)).isEqualTo(unlimited);
  }

  @ParameterizedTest
  @ValueSource(strings = {"netty", "netty-shaded", "in-process"})
  void aStreamHoldsASlotUntilItEnds(String transport) {
    String open = "/open?transport=" + transport + "&header=x-slot:" + transport;
    for (String end : List.of("/close?chat=", "/cancel?chat=", "/close?chat=")) {
      String chat = await(open, Pattern.compile("\\d+"));
      assertThat(get(open)).isEqualTo("RESOURCE_EXHAUSTED");
      assertThat(get(end + chat)).isIn("OK 1 1:first", "CANCELLED after 1");
    }
    String fail = "/calls?transport=" + transport + "&method=Fail&text=5&header=x-slot:";
    for (int round = 0; round < 3; round++) {
      await(fail + transport, Pattern.compile("NOT_FOUND .*"));
    }
  }

  private String await(String page, Pattern wanted) {
    String[] last = {""};
    assertThat(
            Await.within(
                ResponseChecks.TIMEOUT,
                () -> {
                  last[0] = get(page);
                  return wanted.matcher(last[0]).matches();
                }))
        .as("%s for %s: %s", wanted, page, last[0])
        .isTrue();
    return last[0];
  }

  @ParameterizedTest
  @ValueSource(strings = {"netty", "netty-shaded", "in-process"})
  void countDependsOnTheFinalStatus(String transport) {
    String page = "/calls?transport=" + transport + "&method=Fail&header=x-count:" + transport;
    for (int n = 0; n < 4; n++) {
      await(page + "&text=3", Pattern.compile("INVALID_ARGUMENT .*"));
    }
    await(page + "&text=5", Pattern.compile("NOT_FOUND .*"));
    await(page + "&text=5", Pattern.compile("NOT_FOUND .*"));
    assertThat(get(page + "&text=3")).startsWith("RESOURCE_EXHAUSTED ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"netty", "netty-shaded"})
  void addressesAreKeys(String transport) {
    assertThat(statuses(calls(transport, "Seen", "x-address:" + transport, "count=3")))
        .containsExactly("OK", "OK", "RESOURCE_EXHAUSTED");
  }

  @ParameterizedTest
  @ValueSource(strings = {"netty", "netty-shaded", "in-process"})
  void hostsAreKeys(String transport) {
    assertThat(statuses(calls(transport, "Seen", "x-host-key:" + transport, "count=2")))
        .containsExactly("OK", "RESOURCE_EXHAUSTED");
  }

  @ParameterizedTest
  @ValueSource(strings = {"netty", "netty-shaded", "in-process"})
  void aPacedCallDelaysNoOther(String transport) {
    var paced =
        trial
            .app()
            .http()
            .getAsync(page(transport, "Echo", "x-pace:calls " + transport, "count=4&threads=4"));
    for (int n = 0; n < 10; n++) {
      assertThat(statuses(calls(transport, "Echo", "x-other:1", ""))).containsExactly("OK");
    }
    assertThat(statuses(lines(paced.join().body()))).containsExactly("OK", "OK", "OK", "OK");
  }

  @ParameterizedTest
  @ValueSource(strings = {"netty", "netty-shaded", "in-process"})
  void aWaitingCallCanBeCanceledAndHasItsDeadline(String transport) {
    int before = ResponseChecks.handlerCalls(trial.app());
    String header = "x-stuck:" + transport;
    assertThat(statuses(calls(transport, "Echo", header, ""))).containsExactly("OK");
    assertThat(statuses(calls(transport, "Echo", header, "millis=300")))
        .containsExactly("DEADLINE_EXCEEDED");
    assertThat(statuses(calls(transport, "Echo", "x-other:1", ""))).containsExactly("OK");
    assertThat(ResponseChecks.handlerCalls(trial.app())).isEqualTo(before + 2);
  }

  /** Makes unary calls; a line for each. */
  private List<String> calls(String transport, String method, String header, String more) {
    return lines(get(page(transport, method, header, more)));
  }

  private static String page(String transport, String method, String header, String more) {
    return "/calls?transport="
        + transport
        + "&method="
        + method
        + "&header="
        + URLEncoder.encode(header, UTF_8)
        + (more.isEmpty() ? "" : "&" + more);
  }

  private static List<String> lines(String text) {
    return Arrays.asList(text.split("\n", -1));
  }

  private static List<String> statuses(List<String> lines) {
    return lines.stream().map(line -> line.substring(0, line.indexOf(' '))).toList();
  }

  private String get(String page) {
    return trial.app().http().get(page).body();
  }
}
