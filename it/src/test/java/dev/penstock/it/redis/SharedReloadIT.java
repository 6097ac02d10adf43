package dev.penstock.it.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.AppCluster;
import dev.penstock.it.harness.RedisNamespace;
import dev.penstock.testredis.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A changed rules file keeps shared counts, and an invalid file changes nothing. */
class SharedReloadIT {
  private static final int JVMS = 2;
  private static final String PAGE = "/api/x";
  private static final String[] ANN = {"X-User", "ann"};

  private static RedisServer server;

  private RedisNamespace redis;

  @BeforeAll
  static void startServer() {
    server = RedisServer.start();
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @BeforeEach
  void begin() {
    redis = RedisNamespace.on(server);
  }

  @AfterEach
  void end() {
    redis.clear();
  }

  @ParameterizedTest
  @ValueSource(strings = {"exact", "leased"})
  void reloadsKeepSharedCounts(String accuracy) {
    String store = redis.store(accuracy, JVMS);
    try (var jvms = start(rules("100/week", "fixed-window", "first") + store)) {
      assertThat(jvms.admitted(30, PAGE, ANN)).isEqualTo(30);
      jvms.reload(rules("50/week", "fixed-window", "lower") + store, "added lower");
      assertThat(jvms.admitted(10, PAGE, ANN)).isEqualTo(10);
      jvms.reload(rules("50/week", "token-bucket", "other") + store, "added other");
      assertThat(jvms.admitted(60, PAGE, ANN)).isEqualTo(10);
      assertThat(jvms.admitted(100, PAGE, "X-User", "bob")).isEqualTo(50);
      jvms.expectDecidedByRedisAlone();
    }
  }

  @Test
  void countsInRedisSurviveAReloadWithoutRedis() {
    String store = redis.store("exact", JVMS);
    try (var jvms = start(rules("10/week", "sliding-window", "first") + store)) {
      assertThat(jvms.admitted(6, PAGE, ANN)).isEqualTo(6);
      jvms.reload(rules("10/week", "sliding-window", "alone"), "store: now in this JVM alone");
      assertThat(jvms.app(0).http().statuses(11, PAGE, ANN)).contains(200, 429);
      assertThat(jvms.redisLines()).isEmpty();
      jvms.reload(
          rules("10/week", "sliding-window", "again") + store, "added again", "store: now ");
      assertThat(jvms.admitted(30, PAGE, ANN)).isEqualTo(4);
      jvms.expectDecidedByRedisAlone();
    }
  }

  @Test
  void anInvalidAddressKeepsTheLastRules() {
    String store = redis.store("exact", JVMS);
    try (var jvms = start(rules("10/week", "fixed-window", "first") + store)) {
      assertThat(jvms.admitted(6, PAGE, ANN)).isEqualTo(6);
      String broken = store.replace("redis://", "redsi://");
      jvms.reload(rules("99/week", "fixed-window", "broken") + broken, "error", "redsi");
      assertThat(jvms.admitted(30, PAGE, ANN)).isEqualTo(4);
      jvms.expectDecidedByRedisAlone();
    }
  }

  private static AppCluster start(String rules) {
    return AppCluster.start(JVMS, AppCluster.target(), rules);
  }

  /** The named rule matches no request: the log line about it shows that the file was read. */
  private static String rules(String rate, String algorithm, String name) {
    return """
    version: 1
    inbound:
      api: { match: /api/**, key: header.X-User, rate: %s, algorithm: %s }
      %s: { match: /none, rate: 1/s }
    """
        .formatted(rate, algorithm, name);
  }
}
