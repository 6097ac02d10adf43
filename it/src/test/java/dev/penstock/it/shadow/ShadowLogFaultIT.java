package dev.penstock.it.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.AgentStatus;
import dev.penstock.it.harness.Await;
import dev.penstock.it.harness.CommandLine;
import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.RunningApp;
import dev.penstock.it.harness.apps.Matrix;
import dev.penstock.it.harness.apps.TestTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that a divergence log that cannot be written neither changes nor delays responses. Runs
 * alone, because it measures time.
 */
@Isolated
class ShadowLogFaultIT {
  private static final Path FULL = Path.of("/dev/full");
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int REQUESTS = Matrix.FULL ? 2_000 : 1_000;

  /** Generous, because equal runs differ on a busy machine. */
  private static final double MEDIAN_RATIO = 2;

  private static final double P99_RATIO = 5;

  static Stream<TestTarget> targets() {
    return TestTarget.onEachJdk();
  }

  @ParameterizedTest
  @MethodSource("targets")
  void requestsDoNotWaitForTheLogAndResponsesAreUnchanged(TestTarget target) {
    Map<String, RunningApp> apps = new LinkedHashMap<>();
    try {
      apps.put("healthy", start(target, "divergence.jsonl"));
      if (Files.exists(FULL)) {
        apps.put("full", start(target, FULL.toString()));
      } else {
        System.out.println("SKIPPED full disk: this system has no " + FULL);
      }
      apps.put("nowhere", start(target, "no/such/folder/divergence.jsonl"));
      apps.put("unread", start(target, "pipe"));
      expectSimilarTimes(play(List.copyOf(apps.values())), List.copyOf(apps.keySet()));
      apps.forEach(ShadowLogFaultIT::expectOneWarning);
      expectTheSameCounts(target, apps);
      expectWritten(apps.get("healthy"));
      expectStuck(target, apps.get("unread"));
      expectReloadTakesEffect(apps.get("unread"));
    } finally {
      apps.values().forEach(RunningApp::close);
    }
  }

  private static RunningApp start(TestTarget target, String log) {
    Launch launch = Launch.on(target).rules(rules("shadow-log: " + log + "\n"));
    if (log.equals("pipe")) {
      assertThat(CommandLine.of("mkfifo", log).run(launch.folder()).exitCode()).isZero();
    }
    return launch.start();
  }

  /** Every request except the first one diverges. */
  private static String rules(String log) {
    return "version: 1\n"
        + log
        + "inbound:\n  hello: { match: /hello, rate: 1000000/week, shadow: { rate: 1/week } }\n";
  }

  /** The duration of each request by application, sorted. The applications take turns. */
  private static long[][] play(List<RunningApp> apps) {
    long[][] nanos = new long[apps.size()][REQUESTS];
    for (int n = 0; n < REQUESTS; n++) {
      for (int turn = 0; turn < apps.size(); turn++) {
        int which = (turn + n) % apps.size();
        long start = System.nanoTime();
        var response = apps.get(which).http().get("/hello");
        nanos[which][n] = System.nanoTime() - start;
        assertThat(response.statusCode()).as(apps.get(which).toString()).isEqualTo(200);
        assertThat(response.headers().firstValue("RateLimit-Remaining"))
            .hasValue(Integer.toString(1_000_000 - n - 1));
      }
    }
    Arrays.stream(nanos).forEach(Arrays::sort);
    return nanos;
  }

  private static void expectSimilarTimes(long[][] nanos, List<String> names) {
    for (int which = 1; which < nanos.length; which++) {
      double median = ratio(nanos[which], nanos[0], REQUESTS / 2);
      double p99 = ratio(nanos[which], nanos[0], REQUESTS * 99 / 100);
      System.out.printf(
          "shadow log %s: median %.2f x, p99 %.2f x of a healthy one%n",
          names.get(which), median, p99);
      assertThat(median).as(names.get(which)).isLessThan(MEDIAN_RATIO);
      assertThat(p99).as(names.get(which)).isLessThan(P99_RATIO);
    }
  }

  private static double ratio(long[] nanos, long[] reference, int at) {
    return (double) nanos[at] / reference[at];
  }

  private static void expectOneWarning(String name, RunningApp app) {
    switch (name) {
      case "full" ->
          app.awaitStderr("warning: ", FULL.toString(), "cannot write the divergence log");
      case "nowhere" -> app.awaitStderr("no/such/folder", "cannot write the divergence log");
      default -> {}
    }
    assertThat(
            app.agentLines().stream()
                .filter(line -> line.contains("cannot write the divergence log")))
        .as(app.output())
        .hasSize(name.equals("full") || name.equals("nowhere") ? 1 : 0);
  }

  private static void expectTheSameCounts(TestTarget target, Map<String, RunningApp> apps) {
    apps.forEach(
        (name, app) ->
            assertThat(AgentStatus.of(target, app))
                .as(name)
                .contains(
                    String.format(
                        Locale.ROOT,
                        " of %,d calls diverge (%,d newly rejected, 0 newly admitted)",
                        REQUESTS,
                        REQUESTS - 1))
                .endsWith("errors      0 suppressed\n"));
  }

  private static void expectWritten(RunningApp app) {
    var log = new ShadowLogFile(app.folder().resolve("divergence.jsonl"));
    assertThat(Await.within(TIMEOUT, () -> log.lines("divergence").size() == REQUESTS - 1))
        .as(app.output())
        .isTrue();
  }

  /** Checks that the log thread is really blocked. */
  private static void expectStuck(TestTarget target, RunningApp app) {
    CommandLine.Ended threads =
        CommandLine.of(
                target.jdk().tool("jcmd").toString(), Long.toString(app.pid()), "Thread.print")
            .run(app.folder());
    assertThat(
            threads.lines().stream()
                .dropWhile(line -> !line.startsWith("\"penstock-shadow-log\""))
                .takeWhile(line -> !line.isBlank()))
        .anyMatch(line -> line.contains("LogFile.write"));
  }

  /** New rules take effect although the old log is blocked. */
  private static void expectReloadTakesEffect(RunningApp app) {
    try {
      Files.writeString(app.folder().resolve("penstock.yaml"), rules(/* log= */ ""));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    app.awaitStderr("reloaded");
    assertThat(app.http().status("/hello")).isEqualTo(200);
  }
}
