package dev.penstock.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.penstock.it.harness.Await;
import dev.penstock.it.harness.CommandLine;
import dev.penstock.it.harness.ContinuousLoad;
import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.RunningApp;
import dev.penstock.it.harness.apps.TestTarget;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The agent attaches to a JVM under load: no request fails. */
class AttachUnderLoadIT {
  private static final String RULES =
      """
      version: 1
      inbound:
        tight: { match: /api/tight, rate: %s/week, algorithm: fixed-window }
        slots: { match: [/api/**, /wait/**], key: header.X-Test, on-missing-key: skip, concurrency: 3 }
      """;

  /** One request per client thread can be in flight when the command ends. */
  private static final int IN_FLIGHT = 4;

  private static final int LIMIT = 5;
  private static final int MANY = 40;
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  static Stream<TestTarget> targets() {
    return TestTarget.onEachJdk();
  }

  @ParameterizedTest
  @MethodSource("targets")
  void attachingFailsNoRequestAndLimitsTakeEffect(TestTarget target) {
    assumeTrue(Files.isExecutable(target.jdk().tool("jcmd")), "not in this runtime");
    var launch =
        Launch.on(target)
            .withoutAgent()
            .file("rules.yaml", RULES.formatted(LIMIT))
            .file("wider.yaml", RULES.formatted(MANY));
    try (var app = launch.start();
        var load = new ContinuousLoad(List.of(app))) {
      load.await("the load is running", () -> load.sent() > MANY);
      var held =
          IntStream.range(0, 2)
              .mapToObj(n -> app.http().getAsync("/wait/plain", "X-Test", "held"))
              .toList();

      assertThat(run(target, app, "attach", "--rules", "rules.yaml"))
          .startsWith(
              "rules       enforcing 2 rules from " + app.folder().resolve("rules.yaml") + "\n")
          .containsPattern("(?m)^  servlet +in \\d+ classes");
      long before = load.admitted("/api/tight");
      load.await("many requests are rejected", () -> load.rejected("/api/tight") > MANY);
      assertThat(load.admitted("/api/tight") - before).isBetween(0L, 0L + LIMIT + IN_FLIGHT);
      expectSlotsReleased(app, held.size());
      assertThat(held).allMatch(response -> response.join().statusCode() == 200);

      run(target, app, "attach", "--rules", "wider.yaml");
      load.await(
          "more requests are admitted",
          () -> load.admitted("/api/tight") - before > LIMIT + IN_FLIGHT);
      long rejected = load.rejected("/api/tight");
      load.await("the wider limit is reached", () -> load.rejected("/api/tight") > rejected + MANY);

      assertThat(run(target, app, "mode", "off")).startsWith("all rules: off");
      long admitted = load.admitted("/api/tight");
      long last = load.rejected("/api/tight");
      load.await(
          "all requests are admitted", () -> load.admitted("/api/tight") > admitted + 2 * MANY);
      assertThat(load.rejected("/api/tight") - last).isBetween(0L, 0L + IN_FLIGHT);
      run(target, app, "mode", "file");
      load.await("the file applies again", () -> load.rejected("/api/tight") > last + MANY);

      load.stop();
      assertThat(load.failures()).isEmpty();
      assertThat(load.rejected("/api/free")).isZero();
      expectNoErrors(app);
    }
  }

  /** Requests that started before the agent hold no slot; later requests release theirs. */
  private static void expectSlotsReleased(RunningApp app, int held) {
    assertThat(slotsLeft(app)).isEqualTo(2);
    assertThat(app.http().status("/release?count=" + held)).isEqualTo(200);
    for (int n = 0; n < 3; n++) {
      assertThat(Await.within(TIMEOUT, () -> slotsLeft(app) == 2)).isTrue();
    }
  }

  private static int slotsLeft(RunningApp app) {
    var response = app.http().get("/api/slots", "X-Test", "held");
    return Integer.parseInt(response.headers().firstValue("RateLimit-Remaining").orElseThrow());
  }

  private static void expectNoErrors(RunningApp app) {
    assertThat(app.agentLines()).as(app.output()).noneMatch(line -> line.contains("warning"));
    // The JVM itself warns about agents that are loaded late.
    assertThat(app.stderr())
        .allMatch(line -> line.startsWith("penstock: ") || line.startsWith("WARNING: "));
  }

  private static String run(TestTarget target, RunningApp app, String command, String... options) {
    String[] words =
        Stream.concat(Stream.of(command, Long.toString(app.pid())), Stream.of(options))
            .toArray(String[]::new);
    CommandLine.Ended ended = CommandLine.ofPenstock(target.jdk(), words).run(app.folder());
    assertThat(ended.exitCode()).as(ended.toString()).isZero();
    return String.join("\n", ended.lines()) + "\n";
  }
}
