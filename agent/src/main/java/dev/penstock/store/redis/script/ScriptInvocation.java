package dev.penstock.store.redis.script;

import dev.penstock.store.redis.client.LuaScript;
import dev.penstock.store.redis.client.ReplyShape;
import java.util.ArrayList;
import java.util.List;

/** What a Redis is to be asked: a script, keys and arguments. Plain data; asks nobody itself. */
public abstract sealed class ScriptInvocation implements ReplyShape
    permits SettlementScriptCall, RefundScriptCall, LeaseScriptCall, HeartbeatCall {
  private final ScriptOperation operation;
  private final List<byte[]> keys = new ArrayList<>();
  private final ScriptArguments arguments = new ScriptArguments();
  private int kinds;
  private boolean isOftenAlone;

  ScriptInvocation(ScriptOperation operation) {
    this.operation = operation;
  }

  /** Speaks of a key from now on; what its kind takes is to be added. */
  final ScriptArguments about(ScriptedLimit scripted, byte[] key) {
    keys.add(key);
    kinds |= scripted.kind().bit;
    isOftenAlone = scripted.kind().isOftenAlone();
    return arguments.add(scripted.word());
  }

  /** Only calendars depend on the asker's clock. */
  final boolean mayGoAstray() {
    return (kinds & ScriptedAlgorithm.CALENDAR.bit) != 0;
  }

  final void addKey(byte[] key) {
    keys.add(key);
  }

  final ScriptRecipe recipe() {
    boolean isAlone = operation == ScriptOperation.SETTLE && keys.size() == 1 && isOftenAlone;
    return new ScriptRecipe(isAlone ? ScriptOperation.SETTLE_ALONE : operation, kinds);
  }

  public final LuaScript script() {
    return ScriptCache.of(recipe());
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
    return reply.size() == 1 && ScriptReplyParts.isCount(reply.get(0));
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
