package dev.penstock.it.shadow;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.penstock.it.harness.AgentStatus;
import dev.penstock.it.harness.Await;
import dev.penstock.it.harness.CommandLine;
import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.RunningApp;
import dev.penstock.it.harness.VirtualClock;
import dev.penstock.it.harness.apps.Artifacts;
import dev.penstock.it.harness.apps.TestTarget;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Shadow rules change no response and report what they would have rejected. */
@Order(1)
class ShadowIT {
  private static final long START_MICROS = RequestTrace.START_MICROS;
  private static final long SECOND_MICROS = 1_000_000;
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int REQUESTS = 12;
  private static final String USER = "X-User";

  private static final String HEADER = "version: 1\nresponse: { fields: [ietf, legacy, x] }\n";

  private static final String RULES =
      """
      inbound:
        hello: { match: /hello, key: header.X-User, rate: 4/min, algorithm: fixed-window }
      """;

  private static final String NEXT =
      """
      version: 1
      inbound:
        hello: { match: /hello, key: header.X-User, rate: 2/min, algorithm: fixed-window }
      """;

  static Stream<TestTarget> targets() {
    return TestTarget.onEachJdk();
  }

  /** Two users send six requests each. The rule admits four of them, the candidate two. */
  @ParameterizedTest
  @MethodSource("targets")
  void shadowRulesChangeNoResponseAndReportDivergence(TestTarget target) {
    Launch without = Launch.on(target).rules(HEADER + RULES);
    List<String> expected = play(without, target, /* inShadow= */ false);
    assertThat(expected.toString()).contains("200", "429");
    String block = RULES.replace(" }", ", shadow: { rate: 2/min } }");
    assertThat(play(Launch.on(target).rules(HEADER + block), target, true)).isEqualTo(expected);
    String second =
        "  tight: { match: /hello, key: header.X-User, rate: 2/min, mode: shadow,"
            + " algorithm: fixed-window }\n";
    assertThat(play(Launch.on(target).rules(HEADER + RULES + second), target, true))
        .isEqualTo(expected);
    Launch candidate = Launch.on(target).rules(HEADER + "shadow: next.yaml\n" + RULES);
    assertThat(play(candidate.file("next.yaml", NEXT), target, true)).isEqualTo(expected);
    Launch option =
        Launch.on(target).withoutAgent().agent(Artifacts.PENSTOCK_JAR + "=shadow=next.yaml");
    option.rules(HEADER + RULES).file("next.yaml", NEXT);
    assertThat(play(option, target, true)).isEqualTo(expected);
  }

  /** Plays the requests in virtual time and returns the complete responses. */
  private static List<String> play(Launch launch, TestTarget target, boolean inShadow) {
    VirtualClock clock = VirtualClock.in(launch, START_MICROS);
    try (var app = launch.start()) {
      List<String> responses = new ArrayList<>();
      for (int n = 0; n < REQUESTS; n++) {
        clock.set(START_MICROS + n * SECOND_MICROS);
        responses.add(text(app.http().get("/hello", USER, "user" + n % 2)));
      }
      String shadow =
          "shadow      33.33 % of 12 calls diverge (4 newly rejected, 0 newly admitted)";
      String status = AgentStatus.of(target, app);
      if (inShadow) {
        assertThat(status).contains(shadow);
      } else {
        assertThat(status).doesNotContain("shadow");
      }
      assertThat(status).endsWith("errors      0 suppressed\n");
      expectNoLogFileAndNoLogThread(target, app);
      app.stop();
      // Some JDKs log a warning when the status command attaches.
      assertThat(app.agentLines()).singleElement().asString().contains("enforcing ");
      return responses;
    }
  }

  private static String text(HttpResponse<String> response) {
    Map<String, List<String>> fields = new TreeMap<>(response.headers().map());
    // The clock of the server is real.
    fields.remove("date");
    return response.statusCode() + " " + fields + " " + response.body();
  }

  private static void expectNoLogFileAndNoLogThread(TestTarget target, RunningApp app) {
    assertThat(threads(target, app)).contains("\"penstock\"").doesNotContain("penstock-shadow-log");
    assertThat(filesIn(app.folder())).noneMatch(file -> file.toString().contains("jsonl"));
  }

  private static String threads(TestTarget target, RunningApp app) {
    Path jcmd = target.jdk().tool("jcmd");
    assumeTrue(Files.isExecutable(jcmd), "not in this runtime");
    String pid = Long.toString(app.pid());
    return CommandLine.of(jcmd.toString(), pid, "Thread.print")
        .run(app.folder())
        .lines()
        .toString();
  }

  private static List<Path> filesIn(Path folder) {
    try (var all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @MethodSource("targets")
  void theLogHoldsNoClientNamesButCanBeQueriedByKey(TestTarget target) throws IOException {
    String key = "sk_live_4eC39HqLyjWDarjtT1zdp7dc";
    String address = "203.0.113.77";
    String rules =
        """
        version: 1
        client-ip: { trusted-proxies: [127.0.0.1] }
        shadow-log: divergence.jsonl
        inbound:
          hello: { match: /hello, key: header.X-API-Key, rate: 9/min, shadow: { rate: 2/min } }
          form: { match: /form, key: ip, rate: 9/min, shadow: { rate: 3/min } }
        """;
    Launch launch = Launch.on(target).rules(rules);
    VirtualClock clock = VirtualClock.in(launch, START_MICROS);
    var log = new ShadowLogFile(launch.folder().resolve("divergence.jsonl"));
    try (var app = launch.start()) {
      String[] clients = {"header.X-API-Key=" + key, "ip=" + address};
      String[] who = {"X-API-Key", key, "X-Forwarded-For", address};
      assertThat(app.http().statuses(5, "/hello", who)).containsOnly(200);
      assertThat(app.http().statuses(5, "/form", who)).containsOnly(200);
      expect(app, () -> log.lines("start").size() == 1 && log.lines("divergence").size() == 5);
      clock.set(START_MICROS + 90 * SECOND_MICROS);
      expect(app, () -> log.requests() == 10 && isComplete(clients, report(target, app, clients)));
      assertThat(report(target, app, clients)).contains("inbound: 10 requests, 50.00 % diverge\n");
      assertThat(threads(target, app)).contains("penstock-shadow-log");
      app.stop();
      app.expectNoUnexpectedOutput();
      assertThat(app.stderr().toString()).doesNotContain(key, address);
      for (Path file : filesIn(app.folder())) {
        String content = new String(Files.readAllBytes(file), ISO_8859_1);
        assertThat(content).as(file.toString()).doesNotContain(key, address);
      }
    }
  }

  private static boolean isComplete(String[] clients, String report) {
    String times = "  inbound `%s`: newly rejected %s times\n  none of its other calls diverges\n";
    return report.contains(times.formatted("hello", 3))
        && report.contains(times.formatted("form", 2))
        && Stream.of(clients).allMatch(client -> report.contains(client + " is "));
  }

  private static void expect(RunningApp app, BooleanSupplier condition) {
    assertThat(Await.within(TIMEOUT, condition)).as(app.output()).isTrue();
  }

  private static String report(TestTarget target, RunningApp app, String... keys) {
    List<String> words = new ArrayList<>(List.of("report", "divergence.jsonl"));
    for (String key : keys) {
      words.addAll(List.of("--key", key));
    }
    CommandLine.Ended ended =
        CommandLine.ofPenstock(target.jdk(), words.toArray(String[]::new)).run(app.folder());
    return String.join("\n", ended.lines()) + "\n";
  }

  @ParameterizedTest
  @MethodSource("targets")
  void anInvalidCandidateIsReportedAndACorrectedOneIsCompared(TestTarget target) {
    String rules = "version: 1\nshadow: next.yaml\n" + RULES;
    Launch launch = Launch.on(target).rules(rules);
    launch.file("next.yaml", NEXT.replace("2/min", "2/minuts"));
    VirtualClock clock = VirtualClock.in(launch, START_MICROS);
    try (var app = launch.start()) {
      app.awaitStderr("the candidate has problems");
      app.awaitStderr("next.yaml:3:", "error", "minuts");
      assertThat(app.http().statuses(5, "/hello", USER, "ann"))
          .containsExactly(200, 200, 200, 200, 429);
      assertThat(AgentStatus.of(target, app)).doesNotContain("shadow");

      launch.file("next.yaml", NEXT);
      app.awaitStderr("reloaded", "candidate next.yaml added");
      assertThat(app.http().statuses(3, "/hello", USER, "bob")).containsOnly(200);
      assertThat(AgentStatus.of(target, app)).contains(" of 3 calls diverge (1 newly rejected");

      launch.file("next.yaml", NEXT.replace("2/min", "1/min"));
      app.awaitStderr("reloaded", "candidate next.yaml changed");
      clock.set(START_MICROS + 60 * SECOND_MICROS);
      assertThat(app.http().statuses(4, "/hello", USER, "bob")).containsOnly(200);
      assertThat(AgentStatus.of(target, app)).contains(" of 4 calls diverge (3 newly rejected");

      expectThatSwitchesMakeNothingDiverge(target, launch, app, clock);

      launch.rules(rules + "mode: off\n");
      app.awaitStderr("reloaded", "mode is off");
      assertThat(app.http().statuses(9, "/hello", USER, "bob")).containsOnly(200);
      assertThat(AgentStatus.of(target, app))
          .contains("switched off", " of 5 calls diverge", "still excluded: the file says off");
    }
  }

  /** The candidate has the same rules, so mode switches must not cause divergence. */
  private static void expectThatSwitchesMakeNothingDiverge(
      TestTarget target, Launch launch, RunningApp app, VirtualClock clock) {
    launch.file("next.yaml", NEXT.replace("2/min", "4/min"));
    app.awaitStderr("the comparison starts again, because the compared rules have changed");
    app.awaitStderr("reloaded", "-> 4/min");
    assertThat(app.http().statuses(2, "/hello", USER, "cat")).containsOnly(200);
    String pid = Long.toString(app.pid());
    CommandLine.ofPenstock(target.jdk(), "mode", pid, "off").run(app.folder());
    assertThat(app.http().statuses(9, "/hello", USER, "cat")).containsOnly(200);
    clock.set(START_MICROS + 70 * SECOND_MICROS);
    CommandLine.ofPenstock(target.jdk(), "mode", pid, "file").run(app.folder());
    assertThat(app.http().statuses(3, "/hello", USER, "cat")).containsExactly(200, 200, 429);
    assertThat(AgentStatus.of(target, app))
        .as(app.output())
        .contains("shadow      0.00 % of 5 calls diverge (0 newly rejected, 0 newly admitted)")
        .contains("\nleft out    all calls for 10 s\n");
  }
}
