package dev.penstock.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The agent comes into a JVM that has its hands full, and nobody is the worse for it. */
class BusyAttachIT {
  private static final String RULES =
      """
      version: 1
      inbound:
        tight: { match: /api/tight, rate: %s/week, algorithm: fixed-window }
        places: { match: [/api/**, /wait/**], key: header.X-Test, on-missing-key: skip, concurrency: 3 }
      """;

  /** One for each thread that may have been on its way when the command ended. */
  private static final int UNDER_WAY = 4;

  private static final int LIMIT = 5;
  private static final int MANY = 40;
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  static Stream<Stage> stages() {
    return Stage.onEachJdk();
  }

  @ParameterizedTest
  @MethodSource("stages")
  void noRequestFailsAndLimitsHoldFromThenOn(Stage stage) {
    assumeTrue(Files.isExecutable(stage.jdk().tool("jcmd")), "not in this runtime");
    var launch =
        Launch.on(stage)
            .withoutAgent()
            .file("rules.yaml", RULES.formatted(LIMIT))
            .file("wider.yaml", RULES.formatted(MANY));
    try (var app = launch.start();
        var load = new SteadyRequests(List.of(app))) {
      load.await("some are answered", () -> load.sent() > MANY);
      var held =
          IntStream.range(0, 2)
              .mapToObj(n -> app.http().later("/wait/plain", "X-Test", "held"))
              .toList();

      assertThat(run(stage, app, "attach", "--rules", "rules.yaml"))
          .startsWith(
              "rules       enforcing 2 rules from " + app.folder().resolve("rules.yaml") + "\n")
          .containsPattern("(?m)^  servlet +in \\d+ classes");
      long before = load.admitted("/api/tight");
      load.await("many are refused", () -> load.refused("/api/tight") > MANY);
      assertThat(load.admitted("/api/tight") - before).isBetween(0L, 0L + LIMIT + UNDER_WAY);
      expectPlacesInOrder(app, held.size());
      assertThat(held).allMatch(answer -> answer.join().statusCode() == 200);

      run(stage, app, "attach", "--rules", "wider.yaml");
      load.await("more are let in", () -> load.admitted("/api/tight") - before > LIMIT + UNDER_WAY);
      long refused = load.refused("/api/tight");
      load.await("but not all", () -> load.refused("/api/tight") > refused + MANY);

      assertThat(run(stage, app, "mode", "off")).startsWith("all rules: off");
      long admitted = load.admitted("/api/tight");
      long last = load.refused("/api/tight");
      load.await("all are let in", () -> load.admitted("/api/tight") > admitted + 2 * MANY);
      assertThat(load.refused("/api/tight") - last).isBetween(0L, 0L + UNDER_WAY);
      run(stage, app, "mode", "file");
      load.await("the file is heeded", () -> load.refused("/api/tight") > last + MANY);

      load.stop();
      assertThat(load.failures()).isEmpty();
      assertThat(load.refused("/api/free")).isZero();
      expectNoErrors(app);
    }
  }

  /** Those who came before the agent have no place; those who came after give theirs back. */
  private static void expectPlacesInOrder(RunningApp app, int held) {
    assertThat(placesLeft(app)).isEqualTo(2);
    assertThat(app.http().status("/release?count=" + held)).isEqualTo(200);
    for (int n = 0; n < 3; n++) {
      assertThat(Await.within(PATIENCE, () -> placesLeft(app) == 2)).isTrue();
    }
  }

  private static int placesLeft(RunningApp app) {
    var answer = app.http().get("/api/places", "X-Test", "held");
    return Integer.parseInt(answer.headers().firstValue("RateLimit-Remaining").orElseThrow());
  }

  private static void expectNoErrors(RunningApp app) {
    assertThat(app.agentSaid()).as(app.said()).noneMatch(line -> line.contains("warning"));
    // The JVM itself may say something of agents that come late.
    assertThat(app.stderr())
        .allMatch(line -> line.startsWith("penstock: ") || line.startsWith("WARNING: "));
  }

  private static String run(Stage stage, RunningApp app, String command, String... options) {
    String[] words =
        Stream.concat(Stream.of(command, Long.toString(app.pid())), Stream.of(options))
            .toArray(String[]::new);
    Command.Ended ended = Command.ofPenstock(stage.jdk(), words).run(app.folder());
    assertThat(ended.exitCode()).as(ended.toString()).isZero();
    return String.join("\n", ended.lines()) + "\n";
  }
}
