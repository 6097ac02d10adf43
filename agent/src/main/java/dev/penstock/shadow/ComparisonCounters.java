package dev.penstock.shadow;

import java.util.Arrays;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** The counters that the threads of calls increment, without waiting for each other. */
final class ComparisonCounters {
  private final OutcomeTally all = new OutcomeTally();
  private final OutcomeTally[] byRow;
  private final LongAdder notCompared = new LongAdder();
  private final LongAdder held = new LongAdder();
  private final LongAdder heldMicros = new LongAdder();
  private final LongAccumulator longestMicros = new LongAccumulator(Math::max, 0);

  /** Counters for so many rows: one row for each rule of either side. */
  ComparisonCounters(int rows) {
    byRow = new OutcomeTally[rows];
    Arrays.setAll(byRow, row -> new OutcomeTally());
  }

  void count(ComparisonOutcome outcome) {
    all.add(outcome);
  }

  void countRow(int row, ComparisonOutcome outcome) {
    byRow[row].add(outcome);
  }

  void countNotCompared() {
    notCompared.increment();
  }

  /** Counts a call that the candidate would have held for this long; does nothing for 0. */
  void countHeld(long micros) {
    if (micros > 0) {
      held.increment();
      heldMicros.add(micros);
      longestMicros.accumulate(micros);
    }
  }

  /** What was counted since the last call. */
  ComparisonTotals take() {
    AgreementCounts[] taken = new AgreementCounts[byRow.length];
    for (int row = 0; row < taken.length; row++) {
      taken[row] = byRow[row].take();
    }
    return new ComparisonTotals(
        all.take(),
        taken,
        notCompared.sumThenReset(),
        new CandidateWaits(
            held.sumThenReset(), heldMicros.sumThenReset(), longestMicros.getThenReset()));
  }
}
