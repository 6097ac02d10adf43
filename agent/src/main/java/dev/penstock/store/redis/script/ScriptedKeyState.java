package dev.penstock.store.redis.script;

/**
 * How a key stands with its limit, by the clock of the server.
 *
 * @param remaining how many units are left
 * @param resetMicros how long until more is left, as told to clients
 * @param waitMicros how long until the cost fits; 0 if it did
 * @param delayMicros how long a call that was charged has to be held, to keep the pace
 * @param chargedAtMicros the time that a charge made now is known by when it is given back
 * @param record what is on record for the key
 */
public record ScriptedKeyState(
    long remaining,
    long resetMicros,
    long waitMicros,
    long delayMicros,
    long chargedAtMicros,
    String record) {

  /** The same with nothing to wait for, because it was granted. */
  ScriptedKeyState granted() {
    return waitMicros == 0
        ? this
        : new ScriptedKeyState(
            remaining, resetMicros, /* waitMicros= */ 0, delayMicros, chargedAtMicros, record);
  }
}
