package dev.penstock.shadow;

import java.util.concurrent.atomic.LongAdder;

/** Counts outcomes; any number of threads can count without waiting for each other. */
final class OutcomeTally {
  /*
   * take() returns every increment exactly once: LongAdder.sumThenReset swaps each of its cells
   * with zero, so an increment is either in the sum or remains for the next one.
   */
  private final LongAdder bothAdmit = new LongAdder();
  private final LongAdder onlyEnforcedRejects = new LongAdder();
  private final LongAdder onlyCandidateRejects = new LongAdder();
  private final LongAdder bothReject = new LongAdder();

  void add(ComparisonOutcome outcome) {
    switch (outcome) {
      case BOTH_ADMIT -> bothAdmit.increment();
      case ONLY_ENFORCED_REJECTS -> onlyEnforcedRejects.increment();
      case ONLY_CANDIDATE_REJECTS -> onlyCandidateRejects.increment();
      case BOTH_REJECT -> bothReject.increment();
    }
  }

  /** The counts since the last call. */
  AgreementCounts take() {
    return new AgreementCounts(
        bothAdmit.sumThenReset(),
        onlyEnforcedRejects.sumThenReset(),
        onlyCandidateRejects.sumThenReset(),
        bothReject.sumThenReset());
  }
}
