package dev.penstock.engine;

import dev.penstock.rules.Rule;
import dev.penstock.rules.key.KeyContext;
import dev.penstock.rules.match.Match;
import dev.penstock.store.Claim;
import java.util.Arrays;

/** Whose claims those of a decision are; reused from call to call. */
final class ClaimedQuotas {
  private ActiveQuota[] quotas = new ActiveQuota[8];
  private Match[] matches = new Match[8];
  private boolean[] resettable = new boolean[8];

  /**
   * Notes whose claim it is.
   *
   * @param canReset true if the answer to this call may clear the key of the claim
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
   * True if the answer to the call may clear the key of this claim. A bucket that many keys share
   * is never cleared: most of it was spent by others.
   */
  boolean canReset(int claim, int remarks) {
    return resettable[claim] && (remarks & Claim.OVERFLOW) == 0;
  }

  /** The first of so many claims that is of a rule; -1 if there is none. */
  @SuppressWarnings("ReferenceEquality") // the engine's own rules, of which there is one each
  int firstOf(Rule rule, int claims) {
    for (int i = 0; i < claims; i++) {
      if (quotas[i].rule() == rule) {
        return i;
      }
    }
    return -1;
  }

  /** Whose budget a claim is for, for people. */
  String describeKey(int claim, KeyContext context) {
    ActiveQuota quota = quotas[claim];
    quota.prepare(context, matches[claim]);
    String key = quota.key().describe(context);
    return key == null ? quota.key().toString() : key;
  }
}
