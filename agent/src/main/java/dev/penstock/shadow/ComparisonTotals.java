package dev.penstock.shadow;

import dev.penstock.telemetry.CountedClient;
import java.util.Arrays;
import java.util.List;

/** What was counted of a comparison in some time. */
final class ComparisonTotals {
  private final AgreementCounts all;
  private final AgreementCounts[] byRow;
  private final long notCompared;
  private final CandidateWaits waits;

  ComparisonTotals(
      AgreementCounts all, AgreementCounts[] byRow, long notCompared, CandidateWaits waits) {
    this.all = all;
    this.byRow = byRow;
    this.notCompared = notCompared;
    this.waits = waits;
  }

  /** Nothing, for so many rows. */
  static ComparisonTotals none(int rows) {
    AgreementCounts[] byRow = new AgreementCounts[rows];
    Arrays.fill(byRow, AgreementCounts.NONE);
    return new ComparisonTotals(
        AgreementCounts.NONE, byRow, /* notCompared= */ 0, CandidateWaits.NONE);
  }

  AgreementCounts all() {
    return all;
  }

  boolean isEmpty() {
    return all.equals(AgreementCounts.NONE) && notCompared == 0;
  }

  ComparisonTotals plus(ComparisonTotals other) {
    AgreementCounts[] sums = new AgreementCounts[byRow.length];
    for (int row = 0; row < sums.length; row++) {
      sums[row] = byRow[row].plus(other.byRow[row]);
    }
    return new ComparisonTotals(
        all.plus(other.all), sums, notCompared + other.notCompared, waits.plus(other.waits));
  }

  /** These totals with the names of the rules, and with what else is known of the calls. */
  TrafficComparison toTraffic(
      ComparedRows rows,
      List<MinuteCounts> minutes,
      List<CountedClient> newlyRejected,
      List<CountedClient> newlyAdmitted) {
    return new TrafficComparison(
        all, notCompared, rows.with(byRow), minutes, newlyRejected, newlyAdmitted, waits);
  }
}
