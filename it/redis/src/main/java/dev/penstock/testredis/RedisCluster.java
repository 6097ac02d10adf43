package dev.penstock.testredis;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import redis.clients.jedis.util.JedisClusterCRC16;

/** A Redis Cluster of processes on this machine, with all slots served. */
public final class RedisCluster implements AutoCloseable {
  /*
   * Builds the cluster with commands that every version since 3 supports, and without slot ranges,
   * so that it also works with the embedded server.
   */

  /** The number of slots in every cluster. */
  public static final int SLOTS = 16_384;

  private static final int MASTERS = 3;
  private static final List<String> SETTINGS =
      List.of(
          "cluster-enabled yes",
          "cluster-config-file nodes.conf",
          "cluster-node-timeout 1000",
          // Masters announce a replica after it has received data. An idle one receives only pings.
          "repl-ping-replica-period 1",
          // A replica may take over after any time without contact to its master.
          "cluster-replica-validity-factor 0",
          // Replicas never move to another master on their own.
          "cluster-migration-barrier 100");

  private final List<RedisProcess> nodes = new ArrayList<>();

  private RedisCluster() {}

  /** Three masters. */
  public static RedisCluster start() {
    return start(RedisSource.anyBinary(), /* replicas= */ 0);
  }

  /** Three masters with one replica each. */
  public static RedisCluster startWithReplicas() {
    return start(RedisSource.anyBinary(), /* replicas= */ 1);
  }

  static RedisCluster start(RedisBinary binary, int replicas) {
    var cluster = new RedisCluster();
    try {
      for (int i = 0; i < MASTERS * (1 + replicas); i++) {
        cluster.nodes.add(
            RedisProcess.start(binary, RedisOptions.none(), RedisProcess.Role.SERVER, SETTINGS));
      }
      cluster.connectNodes();
      cluster.assignSlots();
      cluster.attachReplicas();
      cluster.awaitReady(replicas);
      return cluster;
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  /** The slot of a key. */
  public static int slotOf(String key) {
    return JedisClusterCRC16.getSlot(key);
  }

  /** The first masters, such as {@code redis://127.0.0.1:7001,127.0.0.1:7002,127.0.0.1:7003}. */
  public String uri() {
    return nodes.subList(0, MASTERS).stream()
        .map(node -> node.host() + ":" + node.port())
        .collect(Collectors.joining(",", "redis://", ""));
  }

  /** All nodes, dead or alive; the first three started as masters. */
  public List<RedisProcess> nodes() {
    return List.copyOf(nodes);
  }

  /** The nodes that serve slots now. */
  public List<RedisProcess> masters() {
    Set<Integer> ports = view().masters();
    return nodes.stream().filter(node -> ports.contains(node.port())).toList();
  }

  /** The node that serves a slot now. */
  public RedisProcess masterOf(int slot) {
    return nodeAt(view().masterOf(slot));
  }

  /** The node that serves a key now. */
  public RedisProcess masterOf(String key) {
    return masterOf(slotOf(key));
  }

  /** Moves a slot with all its keys. */
  public void moveSlot(int slot, RedisProcess from, RedisProcess to) {
    beginMove(slot, from, to).finish();
  }

  /** Begins to move a slot: its keys stay until the move continues. */
  public SlotMove beginMove(int slot, RedisProcess from, RedisProcess to) {
    return SlotMove.begin(this, slot, from, to);
  }

  /** Swaps the roles of a living master and its replica; returns the new master. */
  public RedisProcess failOver(RedisProcess master) {
    // The nodes discover a restarted replica only after a while.
    Polling.until(
        "there is a replica of " + master, () -> !view().replicasOf(master.port()).isEmpty());
    RedisProcess replica =
        view().replicasOf(master.port()).stream()
            .map(this::nodeAt)
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("no replica of " + master));
    Polling.repeatUntil(
        replica + " is a master",
        () -> replica.command("CLUSTER", "FAILOVER"),
        () -> isAgreed(other -> servesNothing(master, other)));
    return replica;
  }

  /** Kills a node and returns at once, before the other nodes notice. */
  public void kill(RedisProcess node) {
    node.kill();
  }

  /** Waits until all other nodes agree that it serves no slot and that all slots are served. */
  public void awaitSlotsAwayFrom(RedisProcess node) {
    awaitAll("no slot is served by " + node, other -> servesNothing(node, other));
  }

  @Override
  public void close() {
    nodes.forEach(RedisProcess::close);
  }

  static String id(RedisProcess node) {
    return (String) node.endpoint().reply("CLUSTER", "MYID");
  }

  void awaitMaster(int slot, RedisProcess master) {
    awaitAll(
        "slot " + slot + " is served by " + master,
        node -> ClusterView.of(node).masterOf(slot) == master.port());
  }

  private void connectNodes() {
    for (int i = 0; i < nodes.size(); i++) {
      // Different epochs from the start, because otherwise the nodes have to negotiate them.
      nodes.get(i).command("CLUSTER", "SET-CONFIG-EPOCH", "" + (i + 1));
      for (RedisProcess other : nodes.subList(0, i)) {
        nodes.get(i).command("CLUSTER", "MEET", other.host(), "" + other.port());
      }
    }
    awaitAll(
        "all nodes know each other",
        node -> clusterInfo(node, "cluster_known_nodes").equals("" + nodes.size()));
  }

  private void assignSlots() {
    for (int i = 0; i < MASTERS; i++) {
      int first = i * SLOTS / MASTERS;
      int end = (i + 1) * SLOTS / MASTERS;
      List<String> words = new ArrayList<>(List.of("ADDSLOTS"));
      IntStream.range(first, end).forEach(slot -> words.add("" + slot));
      nodes.get(i).command("CLUSTER", words.toArray(String[]::new));
    }
  }

  private void attachReplicas() {
    for (int i = MASTERS; i < nodes.size(); i++) {
      nodes.get(i).command("CLUSTER", "REPLICATE", id(nodes.get(i % MASTERS)));
    }
    for (RedisProcess replica : nodes.subList(MASTERS, nodes.size())) {
      Polling.until(
          replica + " has a copy",
          () ->
              Endpoint.field(replica.endpoint().reply("INFO", "replication"), "master_link_status")
                  .equals("up"));
    }
  }

  private void awaitReady(int replicas) {
    awaitAll(
        "the cluster is ready",
        node -> {
          ClusterView view = ClusterView.of(node);
          return isOk(node) && view.slots() == SLOTS && view.hasReplicas(replicas);
        });
  }

  private void awaitAll(String what, Predicate<RedisProcess> condition) {
    Polling.until(what, () -> isAgreed(condition));
  }

  private boolean isAgreed(Predicate<RedisProcess> condition) {
    return nodes.stream().filter(RedisProcess::isAlive).allMatch(condition);
  }

  private static boolean servesNothing(RedisProcess node, RedisProcess asSeenBy) {
    return !ClusterView.of(asSeenBy).masters().contains(node.port()) && isOk(asSeenBy);
  }

  private ClusterView view() {
    return ClusterView.of(nodes.stream().filter(RedisProcess::isAlive).findFirst().orElseThrow());
  }

  private RedisProcess nodeAt(int port) {
    return nodes.stream().filter(node -> node.port() == port).findFirst().orElseThrow();
  }

  private static boolean isOk(RedisProcess node) {
    return clusterInfo(node, "cluster_state").equals("ok");
  }

  private static String clusterInfo(RedisProcess node, String name) {
    return Endpoint.field(node.endpoint().reply("CLUSTER", "INFO"), name);
  }
}
