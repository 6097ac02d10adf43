package dev.penstock.it.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.AgentStatus;
import dev.penstock.it.harness.AppCluster;
import dev.penstock.it.harness.RedisNamespace;
import dev.penstock.it.harness.RunningApp;
import dev.penstock.testredis.RedisServer;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The shadow variant of a shared rule is shared as well. */
class SharedShadowIT {
  private static final int JVMS = 2;
  private static final int LIMIT = 40;
  private static final int CANDIDATE = 20;
  private static final int CALLS = 60;
  private static final Pattern CHANGES =
      Pattern.compile("of (\\d+) calls diverge \\((\\d+) newly rejected, (\\d+) newly admitted\\)");

  private static final String RULES =
      """
      version: 1
      inbound:
        api:
          match: /api/**
          key: header.X-User
          rate: 40/week
          algorithm: fixed-window
          shadow: { rate: 20/week }
      """;

  private RedisServer server;

  @BeforeEach
  void start() {
    server = RedisServer.start();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void enforcedAndShadowCountsAreSharedByAllJvms() {
    RedisNamespace redis = RedisNamespace.on(server);
    String rules = RULES + redis.store("exact", JVMS);
    try (var jvms = AppCluster.start(JVMS, AppCluster.target(), rules)) {
      List<Integer> statuses =
          IntStream.range(0, CALLS)
              .mapToObj(n -> jvms.next().status("/api/x", "X-User", "ann"))
              .toList();
      assertThat(statuses.subList(0, LIMIT)).containsOnly(200);
      assertThat(statuses.subList(LIMIT, CALLS)).containsOnly(429);
      for (RunningApp app : jvms.apps()) {
        expectShare(AgentStatus.of(AppCluster.target(), app));
      }
      assertThat(jvms.admitted(200, "/api/x", "X-User", "bob")).isEqualTo(LIMIT);
      jvms.expectDecidedByRedisAlone();
      expectKeysApart(redis);
      jvms.expectNoUnexpectedOutput();
    } finally {
      redis.clear();
    }
  }

  /** Calls go to the JVMs in turn, so each JVM sees half of the calls between the two limits. */
  private static void expectShare(String status) {
    Matcher changes = CHANGES.matcher(status);
    assertThat(changes.find()).as(status).isTrue();
    assertThat(changes.group(1)).isEqualTo(String.valueOf(CALLS / JVMS));
    assertThat(changes.group(2)).isEqualTo(String.valueOf((LIMIT - CANDIDATE) / JVMS));
    assertThat(changes.group(3)).isEqualTo("0");
  }

  private static void expectKeysApart(RedisNamespace redis) {
    String candidates = redis.prefix() + ":shadow-next:";
    var keys = redis.ttlsMillis();
    assertThat(keys.values()).allMatch(ttl -> ttl > 0);
    // Two users each.
    assertThat(keys.keySet()).hasSize(4).filteredOn(key -> key.startsWith(candidates)).hasSize(2);
  }
}
