package dev.penstock.store;

import dev.penstock.limit.Limit;

/**
 * The balance of one key of a budget.
 *
 * @param limit the limit in force
 * @param remaining how many units are left
 * @param resetMicros how long until more units are left, as clients see it
 */
public record KeyBalance(Limit limit, long remaining, long resetMicros) {}
