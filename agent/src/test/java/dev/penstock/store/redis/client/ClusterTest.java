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

/** A cluster, with redirections and failovers. */
class ClusterTest {
  private static final RedisCluster CLUSTER = RedisCluster.startWithReplicas();
  private static final LuaScript COUNT =
      new LuaScript("return {redis.call('INCR', KEYS[1]), ARGV[1] or ''}");

  private final Links links = new Links();
  private final RedisClient redis =
      RedisConnections.open(
          new RedisAddress(
              RedisAddress.Topology.CLUSTER,
              Links.nodes(CLUSTER.nodes().subList(0, 1)),
              /* masterName= */ null,
              /* user= */ null,
              /* password= */ null,
              /* database= */ 0,
              /* tls= */ false),
          Links.PATIENT_MICROS,
          links.log);

  @AfterEach
  void close() {
    redis.close();
    Links.await("its threads end", () -> links.threads().isEmpty());
  }

  @AfterAll
  static void stop() {
    CLUSTER.close();
  }

  private String count(String key) {
    return new RecordingCall(COUNT, key, "x").askedOf(redis).outcome();
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
    assertThat(links.threads()).hasSize(4);
    assertThat(links.lines()).isEmpty();
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
    for (String key : someKeys("mourned-")) {
      count(key);
    }
    RedisProcess dead = CLUSTER.masterOf("mourned-0");
    String elsewhere =
        someKeys("mourned-").stream()
            .filter(key -> !CLUSTER.masterOf(key).equals(dead))
            .findFirst()
            .orElseThrow();
    CLUSTER.kill(dead);
    assertThat(count("mourned-0")).isIn("AWAY", "TOO_LATE");
    assertThat(count(elsewhere)).isEqualTo("[2, x]");
    Links.await("a replica takes over", () -> count("mourned-0").endsWith(", x]"));
    for (String key : someKeys("after-")) {
      Links.await("all keys are served", () -> count(key).endsWith(", x]"));
    }
    Links.await("nothing is left alone", () -> redis.health().answering());
    assertThat(links.threads()).noneMatch(name -> name.endsWith(":" + dead.port()));
    dead.restart();
  }

  @Test
  void callsFollowAFailoverToTheNewMaster() {
    String key = "handed over";
    assertThat(count(key)).isEqualTo("[1, x]");
    RedisProcess next = CLUSTER.failOver(CLUSTER.masterOf(key));
    Links.await("it is counted on", () -> count(key).endsWith(", x]"));
    assertThat(CLUSTER.masterOf(key)).isEqualTo(next);
  }
}
