package dev.penstock.shadow;

/** The decisions of the enforced rules and of the candidate on the same call. */
public enum ComparisonOutcome {
  /** Both sides admit the call. */
  BOTH_ADMIT,
  /** The enforced rules reject the call; the candidate would admit it. */
  ONLY_ENFORCED_REJECTS,
  /** The enforced rules admit the call; the candidate would reject it. */
  ONLY_CANDIDATE_REJECTS,
  /** Both sides reject the call. */
  BOTH_REJECT;

  static ComparisonOutcome of(boolean enforcedRejects, boolean candidateRejects) {
    if (enforcedRejects) {
      return candidateRejects ? BOTH_REJECT : ONLY_ENFORCED_REJECTS;
    }
    return candidateRejects ? ONLY_CANDIDATE_REJECTS : BOTH_ADMIT;
  }

  /** True if the candidate would change the result of the call. */
  public boolean diverges() {
    return this == ONLY_ENFORCED_REJECTS || this == ONLY_CANDIDATE_REJECTS;
  }
}
