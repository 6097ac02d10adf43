package dev.penstock.engine;

import dev.penstock.rules.Rule;
import dev.penstock.rules.key.KeyContext;
import dev.penstock.rules.match.Match;
import dev.penstock.store.Claim;
import java.util.Arrays;

/** The quotas that the claims of a decision belong to; reused from call to call. */
final class ClaimedQuotas {
  private ActiveQuota[] quotas = new ActiveQuota[8];
  private Match[] matches = new Match[8];
  private boolean[] resettable = new boolean[8];

  /**
   * Records the quota of a claim.
   *
   * @param canReset true if the response to this call may clear the key of the claim
   */
  void set(int claim, ActiveQuota quota, Match match, boolean canReset) {
    if (claim == quotas.length) {
      quotas = Arrays.copyOf(quotas, 2 * claim);
      matches = Arrays.copyOf(matches, 2 * claim);
      resettable = Arrays.copyOf(resettable, 2 * claim);
    }
    quotas[claim] = quota;
    matches[claim] = match;
    resettable[claim] = canReset;
  }

  ActiveQuota get(int claim) {
    return quotas[claim];
  }

  /**
   * True if the response to the call may clear the key of this claim. A bucket that many keys share
   * is never cleared, because other clients have spent most of it.
   */
  boolean canReset(int claim, int remarks) {
    return resettable[claim] && (remarks & Claim.OVERFLOW) == 0;
  }

  /** The first claim of a rule among the first {@code claims}; -1 if there is none. */
  @SuppressWarnings("ReferenceEquality") // the engine's own rules, of which there is one each
  int firstOf(Rule rule, int claims) {
    for (int i = 0; i < claims; i++) {
      if (quotas[i].rule() == rule) {
        return i;
      }
    }
    return -1;
  }

  /** The key of a claim in readable form. */
  String describeKey(int claim, KeyContext context) {
    ActiveQuota quota = quotas[claim];
    quota.prepare(context, matches[claim]);
    String key = quota.key().describe(context);
    return key == null ? quota.key().toString() : key;
  }
}
