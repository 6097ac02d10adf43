package dev.penstock.twin;

import dev.penstock.redis.ReplyShape;
import dev.penstock.redis.Script;
import java.util.ArrayList;
import java.util.List;

/** What a Redis is to be asked: a script, keys and arguments. Plain data; asks nobody itself. */
public abstract sealed class Inquiry implements ReplyShape
    permits Settlement, Refunds, LeaseCall, Heartbeat {
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

  /** Only calendars depend on the asker's clock. */
  final boolean mayGoAstray() {
    return (kinds & Kind.CALENDAR.bit) != 0;
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

  /** Each script returns the time; those that return more say so themselves. */
  @Override
  public boolean fits(List<?> reply) {
    return reply.size() == 1 && ReplyParts.isCount(reply.get(0));
  }

  @Override
  public String expected() {
    return "an array of 1: time";
  }

  /** The time by the clock of the server, of any reply. */
  static long now(List<Object> reply) {
    return (Long) reply.get(0);
  }
}
