package dev.penstock.operator;

/**
 * The remaining budget of a client.
 *
 * @param quota the name of the quota, as in header fields
 * @param limit the limit of the quota, as text
 * @param id the client's key as a keyed hash
 * @param permitted the total number of units
 * @param remaining the remaining units
 * @param resetMicros the time until more units are available
 */
public record KeyState(
    String quota, String limit, String id, long permitted, long remaining, long resetMicros) {}
