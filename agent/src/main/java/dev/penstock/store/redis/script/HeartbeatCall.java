package dev.penstock.store.redis.script;

/** A member's sign of life: how many slots of some keys it really holds. */
public final class HeartbeatCall extends ScriptInvocation {
  private final InstanceId member;

  public HeartbeatCall(InstanceId member) {
    super(ScriptOperation.RENEW);
    this.member = member;
  }

  /** Says how many slots of a key it holds; 0 if it holds none any more. */
  public void holds(ScriptedLimit scripted, byte[] key, long slots) {
    ScriptedConcurrency.addMember(about(scripted, key), member);
    arguments().add(ScriptArguments.ascii(slots));
  }
}
