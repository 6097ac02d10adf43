package dev.penstock.operator;

/**
 * How much a client has left of a quota.
 *
 * @param quota the name of the quota, as in header fields
 * @param limit what it permits, in words
 * @param id the client's key as a keyed hash
 * @param permitted how many units the quota has in all
 * @param remaining how many are left
 * @param resetMicros how long until more are left
 */
public record KeyState(
    String quota, String limit, String id, long permitted, long remaining, long resetMicros) {}
