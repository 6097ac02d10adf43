package dev.penstock.testredis;

import java.util.ArrayList;
import java.util.List;

/** A move of a slot from one master to another. Until its end, clients get ASK redirections. */
public final class SlotMove {
  private static final String KEYS_AT_ONCE = "100";
  private static final String TIMEOUT_MILLIS = "5000";

  private final RedisCluster cluster;
  private final String slot;
  private final RedisProcess from;
  private final RedisProcess to;

  private SlotMove(RedisCluster cluster, int slot, RedisProcess from, RedisProcess to) {
    this.cluster = cluster;
    this.slot = Integer.toString(slot);
    this.from = from;
    this.to = to;
  }

  static SlotMove begin(RedisCluster cluster, int slot, RedisProcess from, RedisProcess to) {
    var move = new SlotMove(cluster, slot, from, to);
    // The target is first, because the source redirects clients to it at once.
    move.setSlot(to, "IMPORTING", RedisCluster.id(from));
    move.setSlot(from, "MIGRATING", RedisCluster.id(to));
    return move;
  }

  /** Moves the keys; the slot still belongs to the source. */
  public void moveKeys() {
    List<?> keys = keysLeft();
    while (!keys.isEmpty()) {
      var arguments =
          new ArrayList<>(
              List.of(to.host(), "" + to.port(), "", "0", TIMEOUT_MILLIS, "REPLACE", "KEYS"));
      keys.forEach(key -> arguments.add((String) key));
      from.command("MIGRATE", arguments.toArray(String[]::new));
      keys = keysLeft();
    }
  }

  /** Moves the keys and assigns the slot to the target on all nodes. */
  public void finish() {
    moveKeys();
    String newOwner = RedisCluster.id(to);
    setSlot(to, "NODE", newOwner);
    setSlot(from, "NODE", newOwner);
    cluster.awaitMaster(Integer.parseInt(slot), to);
  }

  private List<?> keysLeft() {
    return (List<?>) from.endpoint().reply("CLUSTER", "GETKEYSINSLOT", slot, KEYS_AT_ONCE);
  }

  private void setSlot(RedisProcess node, String state, String id) {
    node.command("CLUSTER", "SETSLOT", slot, state, id);
  }
}
