package dev.penstock.store.redis.script;

/**
 * Units that were charged at once, to be spent later.
 *
 * @param nowMicros the time by the clock of the server
 * @param isAstray true if the asker's clock is off by days, so that nothing was done; to be asked
 *     again, around {@code nowMicros}
 * @param units how many were granted, 0 if fewer than the least
 * @param kept of a token bucket: how many of those leased before, neither spent nor handed back,
 *     are still out and may be spent for as long as the new ones. If there are fewer than the asker
 *     believes, they have lapsed: they count as spent, and are to be forgotten
 * @param validMicros for how long units may be spent, from before the question was asked on
 * @param standing how the key stands after that
 */
public record ScriptedLease(
    long nowMicros,
    boolean isAstray,
    long units,
    long kept,
    long validMicros,
    ScriptedKeyState standing) {}
