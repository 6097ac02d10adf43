package dev.penstock.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.store.redis.DecisionSourceCounts;
import dev.penstock.testredis.RedisCluster;
import dev.penstock.testredis.RedisProcess;
import dev.penstock.testredis.RedisSentinels;
import dev.penstock.testredis.SlotMove;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Failovers under load, by command or because a server dies. */
class FailoverTest {
  private static final long DEADLINE_MICROS = 200_000;
  private static final long LIMIT = RedisFaultRun.LIMIT;
  private static final long SHARES = RedisFaultRun.INSTANCES * RedisFaultRun.SHARE;

  /** The new master has the counts of the old one, so the limit stays spent. */
  private static void expectWithinTheShares(RedisFaultRun run) throws InterruptedException {
    run.end();
    assertThat(run.tight.admitted()).isBetween(LIMIT, LIMIT + SHARES);
    run.expectShutStaysWithinItsLimit();
  }

  private static void awaitReplicaOf(RedisProcess master) {
    Instances.await(
        "the master has a replica",
        () -> String.valueOf(master.command("INFO", "replication")).contains("state=online"));
  }

  @Test
  void callsFollowAFailoverOfSentinels() throws Exception {
    try (var sentinels = RedisSentinels.start();
        var run = RedisFaultRun.start("sentinel", sentinels.uri(), DEADLINE_MICROS, false)) {
      run.awaitSpent();
      RedisProcess next = sentinels.failOver();
      // For some seconds both are masters, and all instances still use the first one.
      sentinels.awaitReplicaOf(next);
      run.awaitRedisDecides();
      long opened = run.opened();
      RedisProcess dead = sentinels.killMaster();
      run.awaitOutage();
      sentinels.awaitMasterOtherThan(dead);
      expectWithinTheShares(run);
      run.expectAllBreakersClosed();
      assertThat(run.opened()).isGreaterThanOrEqualTo(opened + RedisFaultRun.INSTANCES);
    }
  }

  @Test
  void callsFollowASlotMoveAndFailoversOfACluster() throws Exception {
    try (var cluster = RedisCluster.startWithReplicas()) {
      expectASlotMoveAffectsNoCall(cluster);
      expectAFailoverAndADeadMasterKeepTheLimit(cluster);
    }
  }

  private static int slotOf(RedisCluster cluster, String budget) {
    List<Integer> slots =
        cluster.masters().stream()
            .flatMap(node -> node.ttlsMillis("*:" + budget + ":*").keySet().stream())
            .map(RedisCluster::slotOf)
            .toList();
    assertThat(slots).hasSize(1);
    return slots.get(0);
  }

  private static void expectASlotMoveAffectsNoCall(RedisCluster cluster) throws Exception {
    try (var run = RedisFaultRun.start("moved", cluster.uri(), Instances.PATIENT_MICROS, false)) {
      for (String budget : List.of("tight", "free")) {
        int slot = slotOf(cluster, budget);
        RedisProcess from = cluster.masterOf(slot);
        RedisProcess to =
            cluster.masters().stream().filter(node -> !node.equals(from)).findFirst().orElseThrow();
        SlotMove move = cluster.beginMove(slot, from, to);
        Instances.pause(300);
        move.moveKeys();
        Instances.pause(300);
        move.finish();
      }
      run.awaitSpent();
      run.end();
      assertThat(run.opened()).isZero();
      assertThat(run.decided(DecisionSourceCounts.Decided::byLocalShare)).isZero();
      assertThat(run.tight.admitted()).isEqualTo(LIMIT);
      assertThat(run.shut.admitted()).isEqualTo(LIMIT);
    }
    cluster.masters().forEach(node -> node.command("FLUSHALL"));
  }

  private static void expectAFailoverAndADeadMasterKeepTheLimit(RedisCluster cluster)
      throws Exception {
    try (var run = RedisFaultRun.start("cluster", cluster.uri(), DEADLINE_MICROS, false)) {
      run.awaitSpent();
      int slot = slotOf(cluster, "tight");
      cluster.failOver(cluster.masterOf(slot));
      run.awaitRedisDecides();
      RedisProcess next = cluster.masterOf(slot);
      awaitReplicaOf(next);
      long opened = run.opened();
      cluster.kill(next);
      Instances.await("the breaker is open", () -> run.opened() > opened);
      cluster.awaitSlotsAwayFrom(next);
      expectWithinTheShares(run);
    }
  }
}
