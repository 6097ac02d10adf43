package dev.penstock.store.redis.script;

/** A charge by a script, needed to refund it. */
public final class ScriptedCharge {
  private final ScriptedLimit scripted;
  private final byte[] key;
  private final long cost;
  private final long chargedAtMicros;
  private final String recordAfter;

  /**
   * @param key the name of the key. Must not be modified
   * @param keyState the state of the key after the charge
   */
  ScriptedCharge(ScriptedLimit scripted, byte[] key, long cost, ScriptedKeyState keyState) {
    this.scripted = scripted;
    this.key = key;
    this.cost = cost;
    chargedAtMicros = keyState.chargedAtMicros();
    recordAfter = keyState.record();
  }

  public ScriptedLimit limit() {
    return scripted;
  }

  public long cost() {
    return cost;
  }

  byte[] key() {
    return key;
  }

  /** The time of the charge by the server's clock. */
  long chargedAtMicros() {
    return chargedAtMicros;
  }

  /** The record of the key after the charge. */
  String recordAfter() {
    return recordAfter;
  }
}
