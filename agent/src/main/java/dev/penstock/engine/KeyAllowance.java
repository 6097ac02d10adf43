package dev.penstock.engine;

import dev.penstock.rules.Quota;
import dev.penstock.store.Budget;

/**
 * What one key may spend of a quota under one plan.
 *
 * @param quota the quota
 * @param plan the plan; {@link Quota#ANY_PLAN} if the quota does not depend on plans
 * @param budget where the key is counted
 * @param high the first half of the key's hash
 * @param low the second half
 */
public record KeyAllowance(Quota quota, String plan, Budget budget, long high, long low) {}
