package dev.penstock.store.redis.script;

/** Something that was charged, to be given back later. */
public final class ScriptedCharge {
  private final ScriptedLimit scripted;
  private final byte[] key;
  private final long cost;
  private final long atMicros;
  private final String recordAfter;

  /**
   * @param key the name of the key. Not to be changed
   * @param standing how it stood after the charge
   */
  ScriptedCharge(ScriptedLimit scripted, byte[] key, long cost, ScriptedKeyState standing) {
    this.scripted = scripted;
    this.key = key;
    this.cost = cost;
    atMicros = standing.chargedAtMicros();
    recordAfter = standing.record();
  }

  public ScriptedLimit twin() {
    return scripted;
  }

  public long cost() {
    return cost;
  }

  byte[] key() {
    return key;
  }

  /** When it was charged, by the clock of the server. */
  long atMicros() {
    return atMicros;
  }

  /** What it has led to. */
  String recordAfter() {
    return recordAfter;
  }
}
