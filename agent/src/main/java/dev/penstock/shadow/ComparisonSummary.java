package dev.penstock.shadow;

/** Summarizes a comparison in one line, for the log of the agent and for `status`. */
public final class ComparisonSummary {
  private ComparisonSummary() {}

  /** All calls so far. */
  public static String of(ComparisonResult soFar) {
    return of(soFar.inbound().counts().plus(soFar.outbound().counts()), Verdict.of(soFar));
  }

  /** All calls so far, from counts and a verdict that are known already. */
  public static String of(AgreementCounts all, Verdict verdict) {
    return Verdict.percent(all.divergingPpm())
        + " of "
        + Verdict.number(all.total())
        + " calls diverge ("
        + changes(all)
        + "); "
        + (verdict.ready() ? "ready: " : "not ready: ")
        + String.join(", ", verdict.reasons());
  }

  /** The calls of one minute, and all calls so far. */
  public static String of(ClosedMinute minute, ComparisonResult soFar) {
    AgreementCounts last = minute.inbound().counts().plus(minute.outbound().counts());
    return "shadow: of "
        + Verdict.number(last.total())
        + " calls in a minute "
        + changes(last)
        + "; so far "
        + of(soFar);
  }

  private static String changes(AgreementCounts counts) {
    return Verdict.number(counts.onlyCandidateRejects())
        + " newly rejected, "
        + Verdict.number(counts.onlyEnforcedRejects())
        + " newly admitted";
  }
}
