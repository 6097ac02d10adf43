package dev.penstock.it.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.AppCluster;
import dev.penstock.it.harness.Await;
import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.RedisNamespace;
import dev.penstock.it.harness.SkewedClock;
import dev.penstock.it.harness.apps.TestTarget;
import dev.penstock.testredis.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** JVMs with different clocks share a limit correctly, because the clock of Redis decides. */
@ParameterizedClass
@MethodSource("trials")
record SharedLimitClockSkewIT(Trial trial) {
  private static final int LIMIT = 120;
  private static final int LIMIT_PER_WINDOW = 4;
  private static final long WINDOW_MILLIS = 2_000;
  private static final long RUN_MILLIS = 5_000;

  /** One clock is exact, two differ by a few seconds, and one is in another month. */
  private static final List<Duration> AHEAD =
      List.of(Duration.ZERO, Duration.ofSeconds(5), Duration.ofSeconds(-5), Duration.ofDays(40));

  private static final String RULES =
      """
      version: 1
      inbound:
        short: { match: /api/short, rate: 4/2s, algorithm: fixed-window }
        fixed: { match: /api/fixed-window, rate: 120/week, algorithm: fixed-window }
        sliding: { match: /api/sliding-window, rate: 120/week, algorithm: sliding-window }
        log: { match: /api/sliding-log, rate: 120/week, algorithm: sliding-log }
        bucket: { match: /api/token-bucket, rate: 120/week, algorithm: token-bucket }
        month: { match: /api/calendar, rate: 120/month, calendar: America/New_York }
      """;

  /** The JVMs and their accuracy setting. */
  record Trial(String accuracy, RedisNamespace redis, AppCluster jvms) implements AutoCloseable {
    static Trial of(String accuracy) {
      TestTarget target = AppCluster.target();
      RedisNamespace redis = RedisNamespace.on(RedisServer.start());
      String rules = RULES + redis.store(accuracy, AHEAD.size());
      return new Trial(
          accuracy,
          redis,
          AppCluster.start(
              target,
              AHEAD.stream()
                  .map(ahead -> SkewedClock.in(Launch.on(target).rules(rules), ahead))
                  .toList()));
    }

    boolean isExact() {
      return accuracy.equals("exact");
    }

    @Override
    public void close() {
      jvms.close();
      redis.clear();
      redis.server().close();
    }

    @Override
    public String toString() {
      return accuracy;
    }
  }

  static Stream<Trial> trials() {
    return Stream.of("exact", "leased").map(Trial::of);
  }

  @AfterParameterizedClassInvocation
  static void printsNothingUnexpected(Trial trial) {
    trial.jvms().expectDecidedByRedisAlone();
    trial.jvms().expectNoUnexpectedOutput();
    assertThat(trial.redis().ttlsMillis().values()).isNotEmpty().allMatch(ttl -> ttl > 0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"fixed-window", "sliding-window", "sliding-log", "token-bucket", "calendar"})
  void allJvmsTogetherAdmitTheLimit(String algorithm) {
    int admitted = trial.jvms().admitted(2 * LIMIT, "/api/" + algorithm);
    int lease = Math.max(LIMIT / 16, AppCluster.CLIENTS / AHEAD.size());
    assertThat(admitted).isBetween(trial.isExact() ? LIMIT : LIMIT - 4 * lease, LIMIT);
  }

  /**
   * If each JVM had its own windows, several times as many requests would be admitted. The first
   * and the last window are incomplete, so their budget may be unused.
   */
  @Test
  void windowsStartAtTheSameTimeForAllJvms() {
    long startMillis = System.currentTimeMillis();
    long startNanos = System.nanoTime();
    var admitted = new AtomicInteger();
    assertThat(
            Await.within(
                Duration.ofSeconds(60),
                () -> {
                  admitted.addAndGet(trial.jvms().admitted(3 * LIMIT_PER_WINDOW, "/api/short"));
                  return (System.nanoTime() - startNanos) / 1_000_000 > RUN_MILLIS;
                }))
        .isTrue();
    long first = Math.floorDiv(startMillis, WINDOW_MILLIS);
    long last = Math.floorDiv(System.currentTimeMillis(), WINDOW_MILLIS);
    int windows = (int) (last - first + 1);
    assertThat(admitted.get())
        .isBetween(LIMIT_PER_WINDOW * (windows - 2), LIMIT_PER_WINDOW * windows);
  }
}
