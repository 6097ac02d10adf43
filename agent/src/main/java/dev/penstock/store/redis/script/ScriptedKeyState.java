package dev.penstock.store.redis.script;

/**
 * The state of a key under its limit, by the server's clock.
 *
 * @param remaining the units that are left
 * @param resetMicros the time until more units are left, as reported to clients
 * @param waitMicros the time until the cost fits; 0 if it did
 * @param delayMicros how long a charged call has to wait for its turn
 * @param chargedAtMicros the time of a charge made now, needed to refund it
 * @param record the record of the key in Redis
 */
public record ScriptedKeyState(
    long remaining,
    long resetMicros,
    long waitMicros,
    long delayMicros,
    long chargedAtMicros,
    String record) {

  /** The same state without a wait, because the call was granted. */
  ScriptedKeyState granted() {
    return waitMicros == 0
        ? this
        : new ScriptedKeyState(
            remaining, resetMicros, /* waitMicros= */ 0, delayMicros, chargedAtMicros, record);
  }
}
