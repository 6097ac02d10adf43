package dev.penstock.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.store.redis.DecisionSourceCounts;
import dev.penstock.testredis.RedisProcess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A Redis that dies, hangs or flushes its scripts under load, with exact counts and with leases.
 */
class RedisFaultTest {
  private static final long DEADLINE_MICROS = 200_000;
  private static final long LIMIT = FaultyRun.LIMIT;
  private static final long SHARES = FaultyRun.INSTANCES * FaultyRun.SHARE;

  /** A connection for each of the six instances, once more for each time it is tried. */
  private static final long FEW_CONNECTIONS = 80;

  private final RedisProcess redis = RedisProcess.start();

  @AfterEach
  void stop() {
    redis.close();
  }

  private FaultyRun run(String name, long timeoutMicros, boolean leased) {
    return FaultyRun.start(name, redis.uri(), timeoutMicros, leased);
  }

  private long connectionsSoFar() {
    String stats = String.valueOf(redis.command("INFO", "stats"));
    String name = "total_connections_received:";
    int from = stats.indexOf(name) + name.length();
    return Long.parseLong(stats.substring(from, stats.indexOf('\r', from)));
  }

  private long linksNow() {
    return String.valueOf(redis.command("CLIENT", "LIST"))
        .lines()
        .filter(line -> line.contains("name=penstock-"))
        .count();
  }

  /** What was spent when Redis fell silent stays spent to those who were told so. */
  private static void expectRejectionIsRemembered(FaultyRun leased) {
    assertThat(leased.tight.admitted()).isBetween(LIMIT * 8 / 10, LIMIT);
    assertThat(leased.shut.admitted()).isBetween(LIMIT * 8 / 10, LIMIT);
  }

  @Test
  void aRedisThatIsKilledAndComesBackEmptyCountsOnceMore() throws Exception {
    try (var exact = run("killed", DEADLINE_MICROS, /* leased= */ false);
        var leased = run("killed", DEADLINE_MICROS, /* leased= */ true)) {
      exact.awaitSpent();
      leased.awaitSpent();
      long spent = exact.shut.admitted();
      redis.kill();
      exact.awaitOutage();
      leased.awaitOutage();
      long counted = exact.decided(DecisionSourceCounts.Decided::byRedis);
      Instances.pause(1_000);
      // What was under way when it died may have been answered; nothing after that.
      assertThat(exact.decided(DecisionSourceCounts.Decided::byRedis)).isEqualTo(counted);
      assertThat(exact.shut.admitted()).isEqualTo(spent).isLessThanOrEqualTo(LIMIT);
      redis.restart();
      for (FaultyRun run : new FaultyRun[] {exact, leased}) {
        run.end();
        assertThat(run.opened()).isGreaterThanOrEqualTo(FaultyRun.INSTANCES);
        run.expectThatAllAnswerAgain();
        assertThat(run.decided(DecisionSourceCounts.Decided::byLocalShare)).isPositive();
      }
      assertThat(exact.tight.admitted()).isBetween(LIMIT + 1, 2 * LIMIT + SHARES);
      assertThat(exact.shut.admitted()).isBetween(LIMIT + 1, 2 * LIMIT);
      assertThat(exact.decided(DecisionSourceCounts.Decided::rejectedUnavailable)).isPositive();
      expectRejectionIsRemembered(leased);
      System.out.println("connections after the restart: " + connectionsSoFar());
      assertThat(linksNow()).isEqualTo(2 * FaultyRun.INSTANCES);
      assertThat(connectionsSoFar()).isLessThan(FEW_CONNECTIONS);
    }
  }

  @Test
  void aRedisThatHangsForTenSecondsKeepsNobodyWaiting() throws Exception {
    try (var exact = run("stopped", DEADLINE_MICROS, /* leased= */ false);
        var leased = run("stopped", DEADLINE_MICROS, /* leased= */ true)) {
      exact.awaitSpent();
      leased.awaitSpent();
      long connections = connectionsSoFar();
      int threads = FaultyRun.threads();
      redis.pause();
      exact.awaitOutage();
      leased.awaitOutage();
      long decisions = exact.free.decisions();
      Instances.pause(10_000);
      assertThat(FaultyRun.threads()).isLessThanOrEqualTo(threads + 2);
      // A thread that waited for each deadline would make 50 calls; six threads make 300.
      assertThat(exact.free.decisions() - decisions).isGreaterThan(1_000);
      redis.resume();
      for (FaultyRun run : new FaultyRun[] {exact, leased}) {
        run.end();
        assertThat(run.opened()).isGreaterThanOrEqualTo(FaultyRun.INSTANCES);
        run.expectThatAllAnswerAgain();
        assertThat(run.decided(DecisionSourceCounts.Decided::byLocalShare)).isPositive();
        assertThat(run.said()).hasSizeLessThanOrEqualTo(2 * FaultyRun.INSTANCES);
      }
      assertThat(exact.tight.admitted()).isBetween(LIMIT + 1, LIMIT + SHARES);
      exact.expectNothingOnTop();
      expectRejectionIsRemembered(leased);
      System.out.println("connections: " + (connectionsSoFar() - connections));
      assertThat(linksNow()).isEqualTo(2 * FaultyRun.INSTANCES);
      assertThat(connectionsSoFar() - connections).isLessThan(FEW_CONNECTIONS);
    }
  }

  @Test
  void aRedisThatForgetsItsScriptsIsToldThemAgain() throws Exception {
    try (var exact = run("flushed", Instances.PATIENT_MICROS, /* leased= */ false);
        var leased = run("flushed", Instances.PATIENT_MICROS, /* leased= */ true)) {
      for (int i = 0; i < 40; i++) {
        redis.flushScripts();
        Instances.pause(50);
      }
      exact.awaitSpent();
      leased.awaitSpent();
      for (FaultyRun run : new FaultyRun[] {exact, leased}) {
        run.end();
        assertThat(run.opened()).isZero();
        assertThat(run.decided(DecisionSourceCounts.Decided::byLocalShare)).isZero();
        assertThat(run.decided(DecisionSourceCounts.Decided::rejectedUnavailable)).isZero();
        assertThat(run.said()).isEmpty();
      }
      assertThat(exact.tight.admitted()).isEqualTo(LIMIT);
      assertThat(exact.shut.admitted()).isEqualTo(LIMIT);
      assertThat(leased.tight.admitted()).isBetween(LIMIT * 8 / 10, LIMIT);
    }
  }
}
