package dev.penstock.store.redis.script;

/** Refunds some charges with one script. */
public final class RefundScriptCall extends LimitScriptCall {
  private static final byte[] IN_PART = ScriptArguments.ascii("part");
  private static final byte[] FORGET = ScriptArguments.ascii("forget");

  private final InstanceId instance;

  /**
   * @param instance the instance that was charged
   */
  public RefundScriptCall(InstanceId instance) {
    super(ScriptOperation.REFUND);
    this.instance = instance;
  }

  public void refund(ScriptedCharge charge, RefundPart how) {
    ScriptedLimit scripted = charge.limit();
    ScriptArguments arguments = addLimit(scripted, charge.key());
    if (how == RefundPart.EVERYTHING && !(scripted instanceof ScriptedConcurrency)) {
      arguments.add(FORGET);
    } else {
      arguments.add(IN_PART);
      scripted.addRefund(arguments, charge, how, instance);
    }
  }

  /**
   * Forgets everything that a key has spent. Not for concurrency limits.
   *
   * @param key the name of the key. Must not be modified
   */
  public void forget(ScriptedLimit scripted, byte[] key) {
    addLimit(scripted, key).add(FORGET);
  }
}
