package dev.penstock.store.redis.script;

/** Refunds some charges with one script. */
public final class RefundScriptCall extends ScriptInvocation {
  private static final byte[] IN_PART = ScriptArguments.ascii("part");
  private static final byte[] FORGET = ScriptArguments.ascii("forget");

  private final InstanceId member;

  /**
   * @param member the instance that was charged
   */
  public RefundScriptCall(InstanceId member) {
    super(ScriptOperation.REFUND);
    this.member = member;
  }

  public void giveBack(ScriptedCharge charge, RefundPart how) {
    ScriptedLimit scripted = charge.twin();
    ScriptArguments arguments = about(scripted, charge.key());
    if (how == RefundPart.EVERYTHING && !(scripted instanceof ScriptedConcurrency)) {
      arguments.add(FORGET);
    } else {
      arguments.add(IN_PART);
      scripted.refund(arguments, charge, how, member);
    }
  }

  /**
   * Forgets everything that a key has spent. Not for concurrency limits.
   *
   * @param key the name of the key. Must not be modified
   */
  public void forget(ScriptedLimit scripted, byte[] key) {
    about(scripted, key).add(FORGET);
  }
}
