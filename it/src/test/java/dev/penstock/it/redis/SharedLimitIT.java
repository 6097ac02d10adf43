package dev.penstock.it.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.AppCluster;
import dev.penstock.it.harness.RedisNamespace;
import dev.penstock.it.harness.RunningApp;
import dev.penstock.testredis.RedisOptions;
import dev.penstock.testredis.RedisServer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A limit of N that several JVMs share admits N concurrent calls in total. */
@ParameterizedClass
@MethodSource("trials")
record SharedLimitIT(Trial trial) {
  private static final int JVMS = 3;
  private static final int LIMIT = 240;
  private static final String PASSWORD = "a-secret-password";

  /** A quarter of the limit divided by the JVMs, or as much as the waiting calls need at once. */
  private static final int LARGEST_LEASE =
      Math.max(LIMIT / (4 * JVMS), 1 + AppCluster.CLIENTS / JVMS);

  /* Weeks since the epoch begin on Thursdays at midnight UTC: no test runs across that. */
  private static final String RULES =
      """
      version: 1
      inbound:
        fixed: { match: /api/fixed-window, rate: 240/week, algorithm: fixed-window }
        sliding: { match: /api/sliding-window, rate: 240/week, algorithm: sliding-window }
        slices: { match: /api/slices, rate: 240/week, algorithm: sliding-window, slices: 7 }
        strict:
          match: /api/strict
          rate: 240/week
          algorithm: sliding-window
          slices: 7
          strict: true
        log: { match: /api/sliding-log, rate: 240/week, algorithm: sliding-log }
        bucket: { match: /api/token-bucket, rate: 240/week, algorithm: token-bucket }
        gcra: { match: /api/gcra, rate: 240/week, algorithm: gcra }
        leaky: { match: /api/leaky-bucket, rate: 1/week, algorithm: leaky-bucket, burst: 240 }
        month: { match: /api/calendar, rate: 240/month, calendar: Asia/Tokyo }
        all: { match: /api/two, rate: 100/week, algorithm: fixed-window }
        each:
          match: [/api/two, /api/one]
          key: [header.X-User, ip]
          rate: 10/week
          algorithm: sliding-window
      """;

  /** The JVMs and their accuracy setting. */
  record Trial(String accuracy, RedisNamespace redis, AppCluster jvms) implements AutoCloseable {
    static Trial of(String accuracy) {
      RedisServer server = RedisServer.start(RedisOptions.none().withPassword(PASSWORD));
      RedisNamespace redis = RedisNamespace.on(server);
      String rules = RULES + redis.store(accuracy, JVMS);
      return new Trial(accuracy, redis, AppCluster.start(JVMS, AppCluster.target(), rules));
    }

    boolean isExact() {
      return accuracy.equals("exact");
    }

    @Override
    public void close() {
      jvms.close();
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
  static void leavesNoPermanentOrReadableKeys(Trial trial) {
    trial.jvms().expectDecidedByRedisAlone();
    trial.jvms().expectNoUnexpectedOutput();
    assertThat(trial.redis().ttlsMillis())
        .isNotEmpty()
        .allSatisfy(
            (key, ttl) -> {
              assertThat(ttl).as(key).isPositive();
              assertThat(key).doesNotContain("hog", "user-", "late", "127.0.0.1");
            });
    assertThat(trial.redis().values().toString()).doesNotContain("hog", "user-", "127.0.0.1");
    for (RunningApp app : trial.jvms().apps()) {
      assertThat(app.stderr().toString()).doesNotContain(PASSWORD, RedisNamespace.SECRET);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fixed-window",
        "sliding-window",
        "slices",
        "strict",
        "sliding-log",
        "token-bucket",
        "gcra",
        "leaky-bucket",
        "calendar"
      })
  void allJvmsTogetherAdmitTheLimit(String algorithm) {
    int admitted = trial.jvms().admitted(2 * LIMIT, "/api/" + algorithm);
    if (trial.isExact()) {
      assertThat(admitted).isEqualTo(LIMIT);
    } else {
      assertThat(admitted).isBetween(LIMIT - JVMS * LARGEST_LEASE, LIMIT);
    }
  }

  @Test
  void aRejectionByOneLimitSpendsNothingOfTheOther() {
    int hog = trial.jvms().admitted(150, "/api/two", "X-User", "hog");
    int others =
        IntStream.range(0, 9)
            .map(n -> trial.jvms().admitted(30, "/api/two", "X-User", "user-" + n))
            .sum();
    int rejectedByAll = trial.jvms().admitted(30, "/api/two", "X-User", "late");
    int late = trial.jvms().admitted(30, "/api/one", "X-User", "late");
    if (trial.isExact()) {
      assertThat(hog).isEqualTo(10);
      assertThat(others).isEqualTo(90);
      assertThat(rejectedByAll).isZero();
      assertThat(late).isEqualTo(10);
    } else {
      // Permits that one JVM still has on lease can be used by the next client.
      assertThat(hog).isBetween(1, 10);
      assertThat(hog + others + rejectedByAll).isBetween(100 - JVMS * LARGEST_LEASE, 100);
      assertThat(rejectedByAll + late).isBetween(1, 10);
    }
  }
}
