package dev.penstock.shadow;

import java.util.concurrent.atomic.LongAdder;

/** Counts outcomes, from any number of threads and without making them wait. */
final class OutcomeTally {
  /*
   * What has been counted is taken out now and then, with the guarantee that everything is taken out
   * once: an adder's sumThenReset swaps each of its cells for zero, so that an increment is either
   * in the sum or still there for the next one.
   */
  private final LongAdder bothAdmit = new LongAdder();
  private final LongAdder onlyOldRejects = new LongAdder();
  private final LongAdder onlyNewRejects = new LongAdder();
  private final LongAdder bothReject = new LongAdder();

  void addBothAdmit() {
    bothAdmit.increment();
  }

  void add(ComparisonOutcome outcome) {
    switch (outcome) {
      case BOTH_ADMIT -> addBothAdmit();
      case ONLY_OLD_REJECTS -> onlyOldRejects.increment();
      case ONLY_NEW_REJECTS -> onlyNewRejects.increment();
      case BOTH_REJECT -> bothReject.increment();
    }
  }

  AgreementCounts take() {
    return new AgreementCounts(
        bothAdmit.sumThenReset(),
        onlyOldRejects.sumThenReset(),
        onlyNewRejects.sumThenReset(),
        bothReject.sumThenReset());
  }
}
