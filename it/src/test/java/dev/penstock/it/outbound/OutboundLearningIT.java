package dev.penstock.it.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.SchedulingDelay;
import dev.penstock.it.harness.apps.ClientTestApp;
import dev.penstock.it.harness.apps.Jdk;
import dev.penstock.it.harness.apps.Matrix;
import dev.penstock.it.harness.apps.TestTarget;
import dev.penstock.it.harness.outbound.ClientOutcomes;
import dev.penstock.it.harness.outbound.FakeApiServer;
import dev.penstock.it.harness.outbound.RunningClientApp;
import dev.penstock.testdialects.Dialect;
import dev.penstock.testdialects.ServerBucket;
import dev.penstock.testdialects.ServerLimit;
import dev.penstock.testdialects.ServerWindows;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A rule without a rate learns it from the responses of a server. Runs alone, because a machine
 * that delays calls makes the server reject them. {@code LearnedDialectsTest} covers all dialects
 * in virtual time.
 */
@Isolated
class OutboundLearningIT {
  private static final int THREADS = 32;
  private static final int LIMIT = 40;

  /** Half the gap between two calls: a call that is delayed by more may overlap the next one. */
  private static final double LATE_MILLIS = 25;

  /**
   * If a server announces its limit only in rejections, a client that starts slowly mistakes its
   * own pace for the server's limit, and keeps it for a while.
   */
  private static final Duration TIMEOUT = Duration.ofMinutes(4);

  private static final int CALLS = Matrix.FULL ? 500 : 300;
  private static final int MOST_ROUNDS = 10;
  private static final int BATCH = 4;
  private static final Executor THREAD = task -> new Thread(task, "dialect").start();
  private static final String RULES =
      """
      version: 1
      outbound:
        api:
          match: "*://127.0.0.1:*/api/**"
          learn: true
          backoff: { base: 200ms, cap: 5s }
          wait: 60s
      """;

  /** The dialects that differ most; in the full matrix all dialects, in batches. */
  static Stream<Arguments> batches() {
    return Jdk.tested().stream()
        .flatMap(
            jdk ->
                batchesOfDialects()
                    .map(batch -> Arguments.of(new TestTarget(ClientTestApp.CLIENTS, jdk), batch)));
  }

  private static Stream<List<Dialect>> batchesOfDialects() {
    if (!Matrix.FULL) {
      return Stream.of(
          List.of(Dialect.RETRY_AFTER_SECONDS, Dialect.DRAFT_11, Dialect.GITHUB, Dialect.SHOPIFY));
    }
    List<Dialect> all = List.of(Dialect.values());
    return IntStream.iterate(0, start -> start < all.size(), start -> start + BATCH)
        .mapToObj(start -> all.subList(start, Math.min(all.size(), start + BATCH)));
  }

  /** Fixed windows, except for the dialect that describes a bucket. Kong's window is one second. */
  private static ServerLimit limit(Dialect dialect) {
    return switch (dialect) {
      case SHOPIFY -> new ServerBucket(LIMIT, LIMIT, Duration.ofSeconds(2));
      case KONG -> new ServerWindows(LIMIT, Duration.ofSeconds(1));
      default -> new ServerWindows(LIMIT, Duration.ofSeconds(2));
    };
  }

  /**
   * One percent, plus the calls that the machine delayed. A server that announces nothing can only
   * be probed.
   */
  private static double mostRejected(Dialect dialect, double lateShare) {
    return CALLS * ((dialect == Dialect.NONE ? 0.2 : 0.01) + lateShare);
  }

  /** The trials run in parallel, because the applications spend most of their time waiting. */
  @ParameterizedTest
  @MethodSource("batches")
  void almostNoCallIsRejectedAfterTheFirstWindow(TestTarget target, List<Dialect> batch) {
    List<CompletableFuture<Void>> trials =
        batch.stream()
            .map(
                dialect -> CompletableFuture.runAsync(() -> expectLearned(target, dialect), THREAD))
            .toList();
    trials.forEach(CompletableFuture::join);
  }

  private static void expectLearned(TestTarget target, Dialect dialect) {
    try (FakeApiServer server = FakeApiServer.withTls();
        RunningClientApp app = ClientOutcomes.start(Launch.on(target).rules(RULES), server)) {
      server.limit(limit(dialect), dialect);
      String command = "load jdk " + THREADS + " %d " + server.http("/api/items");
      spendTheFirstWindow(app, command, server, dialect);
      server.settled().clear();
      double lateShare;
      String outcome;
      try (SchedulingDelay machine = SchedulingDelay.measure()) {
        outcome = app.execute(command.formatted(CALLS), TIMEOUT);
        lateShare = machine.shareLaterThan(LATE_MILLIS);
      }
      long rejected = CALLS - server.settled().countByStatus(200);
      System.out.printf(
          "%s: %d of %d rejected after the first window (%s); the machine delayed %.1f %%%n",
          dialect, rejected, CALLS, outcome, 100 * lateShare);
      assertThat((double) rejected).isLessThanOrEqualTo(mostRejected(dialect, lateShare));
      assertThat(app.app().agentLines()).hasSize(1);
    }
  }

  /**
   * Uses up one window and a part of the next one, because no client knows the limit before the
   * server announces it. A server that does not announce its rate has to reject first.
   */
  private static void spendTheFirstWindow(
      RunningClientApp app, String command, FakeApiServer server, Dialect dialect) {
    int rounds = 0;
    do {
      assertThat(rounds++).as("rounds without a rejection").isLessThan(MOST_ROUNDS);
      app.execute(command.formatted(LIMIT + THREADS), TIMEOUT);
    } while (!dialect.announcesRate()
        && server.settled().countByStatus(dialect.rejectionStatus()) == 0);
  }
}
