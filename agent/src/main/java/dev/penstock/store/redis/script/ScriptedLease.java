package dev.penstock.store.redis.script;

/**
 * The result of a lease request.
 *
 * @param nowMicros the server's time
 * @param isWrongWindow true if nothing was done, because the clock of this JVM is off by days; to
 *     be repeated with {@code nowMicros}
 * @param units the units granted, 0 if fewer than the least were available
 * @param kept for token buckets: how many units of earlier leases are neither spent nor returned,
 *     and may be spent as long as the new ones. If there are fewer than the instance believes, the
 *     others have expired and count as spent
 * @param validMicros how long units may be spent, counted from before the request was sent
 * @param keyState the state of the key after that
 */
public record ScriptedLease(
    long nowMicros,
    boolean isWrongWindow,
    long units,
    long kept,
    long validMicros,
    ScriptedKeyState keyState) {}
