package dev.penstock.shadow;

/** What the rules in force and their candidate made of the same call. */
public enum ComparisonOutcome {
  /** It goes through, and would. */
  BOTH_ADMIT,
  /** It is turned away, and would not be any more. */
  ONLY_OLD_REJECTS,
  /** It goes through, and would be turned away. */
  ONLY_NEW_REJECTS,
  /** It is turned away, and would be. */
  BOTH_REJECT;

  static ComparisonOutcome of(boolean oldRejects, boolean newRejects) {
    if (oldRejects) {
      return newRejects ? BOTH_REJECT : ONLY_OLD_REJECTS;
    }
    return newRejects ? ONLY_NEW_REJECTS : BOTH_ADMIT;
  }

  /** True if somebody would notice the candidate. */
  public boolean diverges() {
    return this == ONLY_OLD_REJECTS || this == ONLY_NEW_REJECTS;
  }
}
