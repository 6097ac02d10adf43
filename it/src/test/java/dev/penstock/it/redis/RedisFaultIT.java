package dev.penstock.it.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.AgentStatus;
import dev.penstock.it.harness.Await;
import dev.penstock.it.harness.ContinuousLoad;
import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.RunningApp;
import dev.penstock.it.harness.apps.TestTarget;
import dev.penstock.testredis.RedisProcess;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Tests the responses of two JVMs that share limits through a Redis that fails. */
@Order(1)
class RedisFaultIT {
  private static final TestTarget TARGET = TestTarget.onEachJdk().findFirst().orElseThrow();
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final long LIMIT = 40;

  /** The Redis timeout plus the time of a request on a busy machine. */
  private static final long LONGEST_MILLIS = 200 + 4_000;

  private static final String AVAILABLE = ", available";

  private static final String RULES =
      """
      version: 1
      store:
        redis: "redis://127.0.0.1:%d"
        accuracy: %s
        timeout: 200ms
        instances: 2
        secret: sixteen characters or more
      inbound:
        tight: { match: /api/tight, rate: 40/week, algorithm: fixed-window }
        free: { match: /api/free, rate: 1000000/week, algorithm: fixed-window }
      """;

  private static RunningApp start(int port, String accuracy) {
    return Launch.on(TARGET).rules(RULES.formatted(port, accuracy)).start();
  }

  /** The Redis line of the agent's status. */
  private static String redis(RunningApp app) {
    return AgentStatus.of(TARGET, app)
        .lines()
        .filter(line -> line.startsWith("redis"))
        .findFirst()
        .orElseThrow();
  }

  private static boolean isAvailable(RunningApp app) {
    return redis(app).contains(AVAILABLE);
  }

  private static long number(String line, String pattern) {
    Matcher matcher = Pattern.compile(pattern).matcher(line);
    assertThat(matcher.find()).as(line).isTrue();
    return Long.parseLong(matcher.group(1));
  }

  private static long decisions(String redisLine) {
    return number(redisLine, "decided by Redis (\\d+)")
        + number(redisLine, "by local share (\\d+)")
        + number(redisLine, "admitted (\\d+)")
        + number(redisLine, "rejected (\\d+)");
  }

  @Test
  void requestsContinueWhileRedisIsDownOrHangs() {
    try (RedisProcess redis = RedisProcess.start();
        var one = start(redis.port(), "exact");
        var other = start(redis.port(), "exact");
        var load = new ContinuousLoad(List.of(one, other))) {
      load.await("the limit is used up", () -> load.admitted("/api/tight") >= LIMIT - 2);
      redis.kill();
      load.await(
          "both use up their local shares", () -> load.admitted("/api/tight") >= 2 * LIMIT - 4);
      redis.restart();
      load.await("an empty Redis counts", () -> load.admitted("/api/tight") >= 3 * LIMIT - 4);
      assertThat(load.admitted("/api/tight")).isLessThanOrEqualTo(3 * LIMIT);
      // One JVM alone may have used up the limit of the empty Redis.
      load.await("both use Redis again", () -> isAvailable(one) && isAvailable(other));
      redis.pause();
      long before = load.sent();
      load.sleepFor(Duration.ofSeconds(10));
      assertThat(load.sent() - before).isGreaterThan(200);
      redis.resume();
      load.sleepFor(Duration.ofSeconds(5));
      load.stop();
      assertThat(load.failures()).isEmpty();
      assertThat(load.admitted("/api/tight")).isBetween(3 * LIMIT - 4, 3 * LIMIT);
      assertThat(load.rejected("/api/free")).isZero();
      for (RunningApp app : List.of(one, other)) {
        String line = redis(app);
        System.out.println(line);
        assertThat(line).contains(AVAILABLE);
        assertThat(decisions(line)).isEqualTo(load.sentTo(app));
        assertThat(number(line, "paused (\\d+) times")).isGreaterThanOrEqualTo(2);
        assertThat(app.agentLines())
            .as(app.output())
            .noneMatch(text -> text.contains("suppressed"));
        assertThat(app.agentLines()).hasSizeLessThanOrEqualTo(8);
      }
      System.out.println("longest request: " + load.longestMillis() + " ms of " + load.sent());
      assertThat(load.longestMillis()).isLessThan(LONGEST_MILLIS);
    }
  }

  @Test
  void aJvmStartsWithoutRedisAndConnectsLater() {
    try (RedisProcess redis = RedisProcess.start()) {
      long startNanos = System.nanoTime();
      start(redis.port(), "exact").close();
      long withNanos = System.nanoTime() - startNanos;
      redis.kill();
      startNanos = System.nanoTime();
      try (var app = start(redis.port(), "exact")) {
        long withoutNanos = System.nanoTime() - startNanos;
        System.out.printf(
            "start: %d ms with, %d ms without%n", millis(withNanos), millis(withoutNanos));
        assertThat(withoutNanos).isLessThan(3 * withNanos + 3_000_000_000L);
        List<Integer> statuses = app.http().statuses(60, "/api/tight");
        assertThat(Collections.frequency(statuses, 200)).isEqualTo(20);
        assertThat(Collections.frequency(statuses, 429)).isEqualTo(40);
        app.awaitStderr("Redis 127.0.0.1:" + redis.port(), "is unavailable");
        redis.restart();
        assertThat(Await.within(TIMEOUT, () -> app.http().status("/api/tight") == 200)).isTrue();
        statuses = app.http().statuses(60, "/api/tight");
        assertThat(Collections.frequency(statuses, 200)).isEqualTo(39);
      }
    }
  }

  private static long millis(long nanos) {
    return nanos / 1_000_000;
  }

  @Test
  void aStoppingJvmReturnsItsLease() {
    try (RedisProcess redis = RedisProcess.start();
        var other = start(redis.port(), "leased")) {
      try (var app = start(redis.port(), "leased")) {
        // Otherwise the first call connects and is decided without Redis.
        assertThat(Await.within(TIMEOUT, () -> isAvailable(app))).isTrue();
        assertThat(app.http().statuses(10, "/api/tight")).containsOnly(200);
        app.stop();
        assertThat(app.agentLines()).as(app.output()).hasSize(1);
      }
      List<Integer> statuses = other.http().statuses(80, "/api/tight");
      assertThat(Collections.frequency(statuses, 200)).isEqualTo(LIMIT - 10);
    }
  }
}
