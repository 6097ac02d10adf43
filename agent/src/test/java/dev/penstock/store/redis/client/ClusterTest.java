package dev.penstock.store.redis.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.store.redis.connection.RedisConnections;
import dev.penstock.testredis.RedisCluster;
import dev.penstock.testredis.RedisProcess;
import dev.penstock.testredis.SlotMove;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls to a cluster, with redirections and failovers. */
class ClusterTest {
  private static final RedisCluster CLUSTER = RedisCluster.startWithReplicas();
  private static final LuaScript COUNT =
      new LuaScript("return {redis.call('INCR', KEYS[1]), ARGV[1] or ''}");

  private final RedisFixture fixture = new RedisFixture();
  private final RedisClient redis =
      RedisConnections.open(
          new RedisAddress(
              RedisAddress.Topology.CLUSTER,
              RedisFixture.nodes(CLUSTER.nodes().subList(0, 1)),
              /* masterName= */ null,
              /* user= */ null,
              /* password= */ null,
              /* database= */ 0,
              /* tls= */ false),
          RedisFixture.PATIENT_MICROS,
          fixture.log);

  @AfterEach
  void close() {
    redis.close();
    RedisFixture.await("the connection threads end", () -> fixture.threads().isEmpty());
  }

  @AfterAll
  static void stop() {
    CLUSTER.close();
  }

  private String count(String key) {
    return new RecordingCall(COUNT, key, "x").sentTo(redis).outcome();
  }

  private static List<String> someKeys(String prefix) {
    return IntStream.range(0, 60).mapToObj(i -> prefix + i).toList();
  }

  @Test
  void eachCallIsSentToTheNodeThatServesItsKey() {
    for (String key : someKeys("routed-")) {
      assertThat(count(key)).isEqualTo("[1, x]");
    }
    assertThat(redis.takesAnyKeys()).isFalse();
    assertThat(redis.health().answering()).isTrue();
    assertThat(redis.health().asked()).isEqualTo(60);
    assertThat(fixture.threads()).hasSize(4);
    assertThat(fixture.lines()).isEmpty();
  }

  @Test
  void callsFollowAMovingSlotWithoutAnError() {
    String key = "moving";
    int slot = RedisCluster.slotOf(key);
    assertThat(count(key)).isEqualTo("[1, x]");
    RedisProcess from = CLUSTER.masterOf(slot);
    RedisProcess to =
        CLUSTER.masters().stream().filter(node -> !node.equals(from)).findFirst().orElseThrow();
    SlotMove move = CLUSTER.beginMove(slot, from, to);
    assertThat(count(key)).isEqualTo("[2, x]");
    move.moveKeys();
    // From here on the source node replies ASK, and later MOVED.
    assertThat(count(key)).isEqualTo("[3, x]");
    assertThat(count(key)).isEqualTo("[4, x]");
    move.finish();
    assertThat(count(key)).isEqualTo("[5, x]");
    assertThat(count(key)).isEqualTo("[6, x]");
    assertThat(to.command("GET", key)).isEqualTo("6");
    assertThat(redis.health().errors()).isZero();
    CLUSTER.moveSlot(slot, to, from);
    assertThat(count(key)).isEqualTo("[7, x]");
  }

  @Test
  void aFailedNodeAffectsOnlyItsOwnKeysUntilAReplicaTakesOver() {
    for (String key : someKeys("failed-")) {
      count(key);
    }
    RedisProcess failed = CLUSTER.masterOf("failed-0");
    String elsewhere =
        someKeys("failed-").stream()
            .filter(key -> !CLUSTER.masterOf(key).equals(failed))
            .findFirst()
            .orElseThrow();
    CLUSTER.kill(failed);
    assertThat(count("failed-0")).isIn("AWAY", "TOO_LATE");
    assertThat(count(elsewhere)).isEqualTo("[2, x]");
    RedisFixture.await("a replica takes over", () -> count("failed-0").endsWith(", x]"));
    for (String key : someKeys("after-")) {
      RedisFixture.await("all keys are served", () -> count(key).endsWith(", x]"));
    }
    RedisFixture.await("all breakers are closed", () -> redis.health().answering());
    assertThat(fixture.threads()).noneMatch(name -> name.endsWith(":" + failed.port()));
    failed.restart();
  }

  @Test
  void callsFollowAFailoverToTheNewMaster() {
    String key = "handed over";
    assertThat(count(key)).isEqualTo("[1, x]");
    RedisProcess next = CLUSTER.failOver(CLUSTER.masterOf(key));
    RedisFixture.await("the new master replies", () -> count(key).endsWith(", x]"));
    assertThat(CLUSTER.masterOf(key)).isEqualTo(next);
  }
}
