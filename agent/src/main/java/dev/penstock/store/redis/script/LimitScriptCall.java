package dev.penstock.store.redis.script;

import dev.penstock.store.redis.client.LuaScript;
import dev.penstock.store.redis.client.ScriptCall;
import java.util.ArrayList;
import java.util.List;

/** A script call about some limits, built from one key and some arguments for each of them. */
public abstract sealed class LimitScriptCall extends ScriptCall
    permits SettlementScriptCall, RefundScriptCall, LeaseScriptCall, HeartbeatCall {
  private final ScriptOperation operation;
  private final List<byte[]> keys = new ArrayList<>();
  private final ScriptArguments arguments = new ScriptArguments();
  private int algorithmBits;
  private boolean isOftenAlone;

  LimitScriptCall(ScriptOperation operation) {
    this.operation = operation;
  }

  /** Adds a key. The caller then adds the arguments that its algorithm reads. */
  final ScriptArguments addLimit(ScriptedLimit scripted, byte[] key) {
    keys.add(key);
    algorithmBits |= scripted.algorithm().bit;
    isOftenAlone = scripted.algorithm().isOftenAlone();
    return arguments.add(scripted.scriptName());
  }

  /** Only calendar windows depend on the clock of this JVM. */
  final boolean dependsOnLocalClock() {
    return (algorithmBits & ScriptedAlgorithm.CALENDAR.bit) != 0;
  }

  final void addKey(byte[] key) {
    keys.add(key);
  }

  final ScriptRecipe recipe() {
    boolean isAlone = operation == ScriptOperation.SETTLE && keys.size() == 1 && isOftenAlone;
    return new ScriptRecipe(isAlone ? ScriptOperation.SETTLE_ALONE : operation, algorithmBits);
  }

  @Override
  public final LuaScript script() {
    return ScriptCache.of(recipe());
  }

  @Override
  public final List<byte[]> keys() {
    return keys;
  }

  @Override
  public final List<byte[]> arguments() {
    return arguments.all();
  }

  /** Every script returns the time. Subclasses check the other parts. */
  @Override
  public boolean matches(List<?> reply) {
    return reply.size() == 1 && ScriptReplyParts.isCount(reply.get(0));
  }

  @Override
  public String expected() {
    return "an array of 1: time";
  }

  /** The server's time, which is the first part of every reply. */
  static long now(List<Object> reply) {
    return (Long) reply.get(0);
  }
}
