package dev.penstock.store;

import dev.penstock.limit.Limit;

/**
 * How a key stands with a budget.
 *
 * @param limit what it is judged by
 * @param remaining how many units are left
 * @param resetMicros how long until more is left, as told to clients
 */
public record KeyBalance(Limit limit, long remaining, long resetMicros) {}
