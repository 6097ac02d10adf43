package dev.penstock.store.redis.script;

/** Reports how many concurrency slots an instance holds, for some keys. */
public final class HeartbeatCall extends LimitScriptCall {
  private final InstanceId instance;

  public HeartbeatCall(InstanceId instance) {
    super(ScriptOperation.HEARTBEAT);
    this.instance = instance;
  }

  /** Adds a key and the number of slots that the instance holds; 0 if it holds none any more. */
  public void holds(ScriptedLimit scripted, byte[] key, long slots) {
    ScriptedConcurrency.addInstance(addLimit(scripted, key), instance);
    arguments().add(ScriptArguments.ascii(slots));
  }
}
