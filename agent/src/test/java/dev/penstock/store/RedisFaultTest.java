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
  private static final long LIMIT = RedisFaultRun.LIMIT;
  private static final long SHARES = RedisFaultRun.INSTANCES * RedisFaultRun.SHARE;

  /** A connection for each of six instances, and further ones for their retries. */
  private static final long FEW_CONNECTIONS = 80;

  private final RedisProcess redis = RedisProcess.start();

  @AfterEach
  void stop() {
    redis.close();
  }

  private RedisFaultRun run(String name, long timeoutMicros, boolean leased) {
    return RedisFaultRun.start(name, redis.uri(), timeoutMicros, leased);
  }

  private long connectionsSoFar() {
    String stats = String.valueOf(redis.command("INFO", "stats"));
    String name = "total_connections_received:";
    int from = stats.indexOf(name) + name.length();
    return Long.parseLong(stats.substring(from, stats.indexOf('\r', from)));
  }

  private long openConnections() {
    return String.valueOf(redis.command("CLIENT", "LIST"))
        .lines()
        .filter(line -> line.contains("name=penstock-"))
        .count();
  }

  /** A leased limit that was spent before the fault stays spent: its rejections are kept. */
  private static void expectRejectionsAreKept(RedisFaultRun leased) {
    assertThat(leased.tight.admitted()).isBetween(LIMIT * 8 / 10, LIMIT);
    assertThat(leased.shut.admitted()).isBetween(LIMIT * 8 / 10, LIMIT);
  }

  @Test
  void aRedisThatIsRestartedWithoutItsDataCountsFromZero() throws Exception {
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
      // Redis may have replied to calls in flight when it died, but not to later calls.
      assertThat(exact.decided(DecisionSourceCounts.Decided::byRedis)).isEqualTo(counted);
      assertThat(exact.shut.admitted()).isEqualTo(spent).isLessThanOrEqualTo(LIMIT);
      redis.restart();
      for (RedisFaultRun run : new RedisFaultRun[] {exact, leased}) {
        run.end();
        assertThat(run.opened()).isGreaterThanOrEqualTo(RedisFaultRun.INSTANCES);
        run.expectAllBreakersClosed();
        assertThat(run.decided(DecisionSourceCounts.Decided::byLocalShare)).isPositive();
      }
      assertThat(exact.tight.admitted()).isBetween(LIMIT + 1, 2 * LIMIT + SHARES);
      assertThat(exact.shut.admitted()).isBetween(LIMIT + 1, 2 * LIMIT);
      assertThat(exact.decided(DecisionSourceCounts.Decided::rejectedUnavailable)).isPositive();
      expectRejectionsAreKept(leased);
      System.out.println("connections after the restart: " + connectionsSoFar());
      assertThat(openConnections()).isEqualTo(2 * RedisFaultRun.INSTANCES);
      assertThat(connectionsSoFar()).isLessThan(FEW_CONNECTIONS);
    }
  }

  @Test
  void callsDoNotWaitForARedisThatHangsForTenSeconds() throws Exception {
    try (var exact = run("stopped", DEADLINE_MICROS, /* leased= */ false);
        var leased = run("stopped", DEADLINE_MICROS, /* leased= */ true)) {
      exact.awaitSpent();
      leased.awaitSpent();
      long connections = connectionsSoFar();
      int threads = RedisFaultRun.threads();
      redis.pause();
      exact.awaitOutage();
      leased.awaitOutage();
      long decisions = exact.free.decisions();
      Instances.pause(10_000);
      assertThat(RedisFaultRun.threads()).isLessThanOrEqualTo(threads + 2);
      // If each call waited for its deadline, six threads would make 300 calls in ten seconds.
      assertThat(exact.free.decisions() - decisions).isGreaterThan(1_000);
      redis.resume();
      for (RedisFaultRun run : new RedisFaultRun[] {exact, leased}) {
        run.end();
        assertThat(run.opened()).isGreaterThanOrEqualTo(RedisFaultRun.INSTANCES);
        run.expectAllBreakersClosed();
        assertThat(run.decided(DecisionSourceCounts.Decided::byLocalShare)).isPositive();
        assertThat(run.logLines()).hasSizeLessThanOrEqualTo(2 * RedisFaultRun.INSTANCES);
      }
      assertThat(exact.tight.admitted()).isBetween(LIMIT + 1, LIMIT + SHARES);
      exact.expectShutStaysWithinItsLimit();
      expectRejectionsAreKept(leased);
      System.out.println("connections: " + (connectionsSoFar() - connections));
      assertThat(openConnections()).isEqualTo(2 * RedisFaultRun.INSTANCES);
      assertThat(connectionsSoFar() - connections).isLessThan(FEW_CONNECTIONS);
    }
  }

  @Test
  void flushedScriptsAreLoadedAgain() throws Exception {
    try (var exact = run("flushed", Instances.PATIENT_MICROS, /* leased= */ false);
        var leased = run("flushed", Instances.PATIENT_MICROS, /* leased= */ true)) {
      for (int i = 0; i < 40; i++) {
        redis.flushScripts();
        Instances.pause(50);
      }
      exact.awaitSpent();
      leased.awaitSpent();
      for (RedisFaultRun run : new RedisFaultRun[] {exact, leased}) {
        run.end();
        assertThat(run.opened()).isZero();
        assertThat(run.decided(DecisionSourceCounts.Decided::byLocalShare)).isZero();
        assertThat(run.decided(DecisionSourceCounts.Decided::rejectedUnavailable)).isZero();
        assertThat(run.logLines()).isEmpty();
      }
      assertThat(exact.tight.admitted()).isEqualTo(LIMIT);
      assertThat(exact.shut.admitted()).isEqualTo(LIMIT);
      assertThat(leased.tight.admitted()).isBetween(LIMIT * 8 / 10, LIMIT);
    }
  }
}
