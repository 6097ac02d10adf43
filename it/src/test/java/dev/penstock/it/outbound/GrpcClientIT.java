package dev.penstock.it.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.ResponseChecks;
import dev.penstock.it.harness.RunningApp;
import dev.penstock.it.harness.apps.ServerTestApp;
import dev.penstock.it.harness.apps.TestTarget;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls that an application makes with gRPC. Runs alone, because it measures time. */
@Isolated
@ParameterizedClass
@MethodSource("trials")
record GrpcClientIT(Trial trial) {
  private static final int RATE = 15;

  private static final String RULES =
      """
      version: 1
      outbound:
        limited: { match: "POST *://*:*/test.Calls/Limited", rate: 15/s, wait: 60s }
        counted: { match: "*://*:*/test.Calls/Echo", key: header.x-key, on-missing-key: skip,
                   rate: 2/h, algorithm: sliding-log, wait: 0s }
        streams: { match: ["*://*:*/test.Calls/Upload", "*://*:*/test.Calls/Download",
                   "*://*:*/test.Calls/Chat"], rate: 10/s, wait: 10min }
        one: { match: "*://*:*/test.Calls/Hold", concurrency: 1, wait: 30s }
        stuck: { match: ["*://*:*/test.Calls/Seen", "*://*:*/test.Calls/Chat"], key: header.x-stuck,
                 on-missing-key: skip, rate: 1/5min, algorithm: token-bucket, wait: 10min }
        flaky: { match: "*://*:*/test.Calls/Flaky", key: header.x-flaky, on-missing-key: skip,
                 rate: 2/s, burst: 1, wait: 30s, count-retries: true }
        few: { match: "*://*:*/test.Calls/Flaky", key: header.x-few, on-missing-key: skip,
               rate: 2/h, algorithm: sliding-log, wait: 0s, count-retries: true }
        busy: { match: "*://*:*/test.Calls/Busy", learn: true, wait: 30s }
      """;

  /** A running application with the rules. */
  record Trial(TestTarget target, RunningApp app) implements AutoCloseable {
    @Override
    public void close() {
      app.close();
    }

    @Override
    public String toString() {
      return target.toString();
    }
  }

  static Stream<Trial> trials() {
    return ServerTestApp.built("GRPC")
        .map(target -> new Trial(target, Launch.on(target).rules(RULES).start()));
  }

  @AfterParameterizedClassInvocation
  static void printsNothingUnexpected(Trial trial) {
    trial.app().stop();
    trial.app().expectNoUnexpectedOutput();
  }

  @ParameterizedTest
  @ValueSource(strings = {"netty", "netty-shaded"})
  void callsKeepTheirRateAndTheServerRejectsNone(String transport) {
    List<String> lines = calls(transport, "Limited&count=60&threads=6");
    assertThat(statuses(lines)).hasSize(60).containsOnly("OK");
    List<Long> arrivals =
        lines.stream().map(line -> Long.valueOf(line.split(" ", -1)[2])).sorted().toList();
    assertThat(medianRate(arrivals)).isGreaterThan(0.95 * RATE);
  }

  /** The median of the rates over all stretches of half the run. */
  private static double medianRate(List<Long> arrivals) {
    int calls = arrivals.size() / 2;
    List<Double> rates = new ArrayList<>();
    for (int i = calls; i < arrivals.size(); i++) {
      rates.add(calls * 1e9 / (arrivals.get(i) - arrivals.get(i - calls)));
    }
    rates.sort(null);
    return rates.get(rates.size() / 2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"netty", "netty-shaded", "in-process"})
  void aCallCountsOnceAndARejectedOneIsNotSent(String transport) {
    int before = ResponseChecks.handlerCalls(trial.app());
    for (String kind : List.of("", "&blocking=1")) {
      String key = "&header=x-key:" + transport + kind.length();
      assertThat(statuses(calls(transport, "Echo&count=3" + kind + key)))
          .containsExactly("OK", "OK", "RESOURCE_EXHAUSTED");
    }
    assertThat(ResponseChecks.handlerCalls(trial.app())).isEqualTo(before + 4);
  }

  @Test
  void heldStreamsAreUnchanged() {
    try (var bare = Launch.on(trial.target()).withoutAgent().start()) {
      for (String transport : List.of("netty", "netty-shaded", "in-process")) {
        String streams = "/streams?transport=" + transport;
        String unlimited = bare.http().get(streams).body();
        assertThat(unlimited).contains("OK 1 ", "OK 50 ");
        assertThat(get(streams)).isEqualTo(unlimited);
        assertThat(get(streams)).isEqualTo(unlimited);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"netty", "netty-shaded", "in-process"})
  void aCallHoldsItsSlotUntilItEnds(String transport) {
    long start = System.nanoTime();
    assertThat(statuses(calls(transport, "Hold&text=200&count=3&threads=3")))
        .containsExactly("OK", "OK", "OK");
    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .isGreaterThanOrEqualTo(Duration.ofMillis(600));
  }

  @ParameterizedTest
  @ValueSource(strings = {"netty", "netty-shaded", "in-process"})
  void aHeldCallHasItsDeadlineAndCanBeCanceled(String transport) {
    int before = ResponseChecks.handlerCalls(trial.app());
    for (String kind : List.of("", "&blocking=1")) {
      String call = "Seen&header=x-stuck:" + transport + kind.length() + kind;
      assertThat(statuses(calls(transport, call))).containsExactly("OK");
      assertThat(statuses(calls(transport, call + "&millis=300")))
          .containsExactly("DEADLINE_EXCEEDED");
    }
    String header = "&header=x-stuck:canceled-" + transport;
    assertThat(statuses(calls(transport, "Seen" + header))).containsExactly("OK");
    String chat = get("/open?silent=1&transport=" + transport + header);
    assertThat(get("/cancel?chat=" + chat)).isEqualTo("CANCELLED after 0");
    assertThat(ResponseChecks.handlerCalls(trial.app())).isEqualTo(before + 3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"pushback", "retry-info"})
  void callsWaitAsLongAsTheServerSays(String form) {
    assertThat(statuses(calls("netty", "Busy&text=" + form))).containsExactly("RESOURCE_EXHAUSTED");
    long start = System.nanoTime();
    assertThat(statuses(calls("netty", "Busy"))).containsExactly("OK");
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(700));
  }

  @ParameterizedTest
  @ValueSource(strings = {"netty", "netty-shaded"})
  void retriesCountIfTheRuleSaysSo(String transport) {
    int before = ResponseChecks.handlerCalls(trial.app());
    assertThat(statuses(calls(transport, "Flaky"))).containsExactly("OK");
    assertThat(ResponseChecks.handlerCalls(trial.app())).isEqualTo(before + 3);
    long start = System.nanoTime();
    assertThat(statuses(calls(transport, "Flaky&header=x-flaky:" + transport)))
        .containsExactly("OK");
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(900));
    assertThat(ResponseChecks.handlerCalls(trial.app())).isEqualTo(before + 6);
    assertThat(statuses(calls(transport, "Flaky&header=x-few:" + transport)))
        .containsExactly("RESOURCE_EXHAUSTED");
    assertThat(ResponseChecks.handlerCalls(trial.app())).isEqualTo(before + 8);
  }

  /** Makes unary calls; a line for each. */
  private List<String> calls(String transport, String methodAndMore) {
    String page = "/calls?transport=" + transport + "&method=" + methodAndMore;
    return Arrays.asList(get(page).split("\n", -1));
  }

  private static List<String> statuses(List<String> lines) {
    return lines.stream().map(line -> line.substring(0, line.indexOf(' '))).toList();
  }

  private String get(String page) {
    return trial.app().http().get(page).body();
  }
}
