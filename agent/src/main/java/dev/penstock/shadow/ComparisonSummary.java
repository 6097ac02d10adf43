package dev.penstock.shadow;

/** A comparison in one line, for the agent's log. */
public final class ComparisonSummary {
  private ComparisonSummary() {}

  /** What became of all calls so far. */
  public static String of(ComparisonResult soFar) {
    return of(soFar.inbound().counts().plus(soFar.outbound().counts()), Verdict.of(soFar));
  }

  /** The same of counts and a verdict that somebody else has handed on. */
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

  /** What became of the calls of one minute, and of all so far. */
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
    return Verdict.number(counts.onlyNewRejects())
        + " newly rejected, "
        + Verdict.number(counts.onlyOldRejects())
        + " newly admitted";
  }
}
