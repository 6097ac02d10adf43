package dev.penstock.limit;

import java.util.ArrayList;
import java.util.List;

/** What an algorithm means, worked out the slow and obvious way from everything admitted so far. */
abstract class LimitModel {
  /** Something admitted, and when. */
  record Admission(long at, long cost) {}

  final List<Admission> admissions = new ArrayList<>();

  /** Whether the cost fits at this time if nothing more is spent before. */
  abstract boolean fits(long nowMicros, long cost);

  /** Notes that the cost was admitted. */
  final void admit(long nowMicros, long cost) {
    admissions.add(new Admission(nowMicros, cost));
  }

  /** Makes it so that something was never admitted. */
  final void giveBack(Admission admission) {
    admissions.remove(admission);
  }

  /** The largest cost that fits. */
  final long remaining(long nowMicros, long capacity) {
    long fits = 0;
    long doesNot = capacity + 1;
    while (doesNot - fits > 1) {
      long middle = fits + (doesNot - fits) / 2;
      if (fits(nowMicros, middle)) {
        fits = middle;
      } else {
        doesNot = middle;
      }
    }
    return fits;
  }
}
