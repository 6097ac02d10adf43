package dev.penstock.testredis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class RedisClusterTest {
  @Test
  void servesAllSlotsAndMovesOneWithItsKey() {
    try (RedisCluster cluster = RedisCluster.start()) {
      for (RedisProcess node : cluster.nodes()) {
        Object info = node.endpoint().reply("CLUSTER", "INFO");
        assertThat(Endpoint.field(info, "cluster_state")).isEqualTo("ok");
        assertThat(Endpoint.field(info, "cluster_slots_ok")).isEqualTo("16384");
      }
      assertThat(cluster.masters()).hasSize(3);
      assertThat(cluster.uri()).matches("redis://127.0.0.1:\\d+,127.0.0.1:\\d+,127.0.0.1:\\d+");

      movesASlot(cluster);
    }
  }

  private static void movesASlot(RedisCluster cluster) {
    int slot = RedisCluster.slotOf("a{tag}");
    RedisProcess from = cluster.masterOf("a{tag}");
    RedisProcess to =
        cluster.masters().stream().filter(node -> !node.equals(from)).findFirst().orElseThrow();
    from.command("SET", "a{tag}", "1", "PX", "60000");

    SlotMove move = cluster.beginMove(slot, from, to);
    assertThat(from.command("GET", "a{tag}")).isEqualTo("1");
    move.moveKeys();
    assertThatThrownBy(() -> from.command("GET", "a{tag}")).hasMessageContaining("ASK " + slot);
    move.finish();

    assertThatThrownBy(() -> from.command("GET", "a{tag}")).hasMessageContaining("MOVED " + slot);
    assertThat(to.command("GET", "a{tag}")).isEqualTo("1");
    assertThat(to.ttlsMillis().get("a{tag}")).isBetween(1L, 60_000L);
    assertThat(cluster.masterOf(slot)).isSameAs(to);
  }

  @Test
  void replicasTakeOverOnRequestAndWhenTheirMasterIsKilled() {
    try (RedisCluster cluster = RedisCluster.startWithReplicas()) {
      RedisProcess first = cluster.masterOf("k");
      first.command("SET", "k", "v");
      first.command("WAIT", "1", "5000");
      RedisProcess second = cluster.failOver(first);

      assertThat(second).isNotSameAs(first).isSameAs(cluster.masterOf("k"));
      assertThat(second.command("GET", "k")).isEqualTo("v");

      RedisProcess other =
          cluster.masters().stream().filter(node -> !node.equals(second)).findFirst().orElseThrow();
      cluster.kill(other);
      cluster.awaitSlotsAwayFrom(other);
      assertThat(cluster.masters()).hasSize(3).doesNotContain(other);
    }
  }
}
