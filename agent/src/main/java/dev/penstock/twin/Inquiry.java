package dev.penstock.twin;

import dev.penstock.redis.Script;
import java.util.ArrayList;
import java.util.List;

/** What a Redis is to be asked: a script, keys and arguments. Plain data; asks nobody itself. */
public abstract sealed class Inquiry permits Settlement, Refunds, LeaseCall, Heartbeat {
  private final Operation operation;
  private final List<byte[]> keys = new ArrayList<>();
  private final Arguments arguments = new Arguments();
  private int kinds;
  private boolean isOftenAlone;

  Inquiry(Operation operation) {
    this.operation = operation;
  }

  /** Speaks of a key from now on; what its kind takes is to be added. */
  final Arguments about(Twin twin, byte[] key) {
    keys.add(key);
    kinds |= twin.kind().bit;
    isOftenAlone = twin.kind().isOftenAlone();
    return arguments.add(twin.word());
  }

  final void addKey(byte[] key) {
    keys.add(key);
  }

  final Recipe recipe() {
    boolean isAlone = operation == Operation.SETTLE && keys.size() == 1 && isOftenAlone;
    return new Recipe(isAlone ? Operation.SETTLE_ALONE : operation, kinds);
  }

  public final Script script() {
    return Scripts.of(recipe());
  }

  public final List<byte[]> keys() {
    return keys;
  }

  public final List<byte[]> arguments() {
    return arguments.all();
  }

  /** The time by the clock of the server, of any reply. */
  static long now(List<Object> reply) {
    return (Long) reply.get(0);
  }
}
