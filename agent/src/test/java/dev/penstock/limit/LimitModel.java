package dev.penstock.limit;

import java.util.ArrayList;
import java.util.List;

/** What an algorithm means, worked out the slow and obvious way from everything admitted so far. */
public abstract class LimitModel {
  /** Something admitted, and when. */
  record Admission(long at, long cost) {}

  final List<Admission> admissions = new ArrayList<>();

  /** The model of an algorithm by the name it has in a rules file, nothing else being said. */
  public static LimitModel of(String algorithm, long permits, long windowMicros) {
    return switch (algorithm) {
      case "fixed-window" -> new FixedWindowModel(permits, windowMicros);
      case "sliding-log" -> new SlidingLogModel(permits, windowMicros);
      case "sliding-window" -> new SlidingWindowModel(permits, windowMicros);
      case "token-bucket", "gcra" -> new TokenBucketModel(permits, windowMicros, permits, 0);
      case "leaky-bucket" -> new TokenBucketModel(permits, windowMicros, 1, 0);
      default -> throw new IllegalArgumentException(algorithm);
    };
  }

  /** The model of a limit on a rate. */
  public static LimitModel of(Limit limit) {
    long permits = limit.permits();
    long period = limit.periodMicros();
    if (limit instanceof TokenBucket b) {
      return new TokenBucketModel(permits, period, b.burst(), b.patienceMicros());
    }
    if (limit instanceof CalendarWindow c) {
      return new CalendarModel(permits, c.unit(), c.zone());
    }
    if (limit instanceof SlicedWindow s) {
      return new SlidingWindowModel(permits, period, s.slices(), s.isStrict());
    }
    if (limit instanceof SlidingWindow) {
      return new SlidingWindowModel(permits, period);
    }
    return limit instanceof SlidingLog
        ? new SlidingLogModel(permits, period)
        : new FixedWindowModel(permits, period);
  }

  /** Whether the cost fits at this time if nothing more is spent before. */
  public abstract boolean fits(long nowMicros, long cost);

  /** Notes that the cost was admitted. */
  public final void admit(long nowMicros, long cost) {
    admissions.add(new Admission(nowMicros, cost));
  }

  /** Makes it so that something was never admitted. */
  final void giveBack(Admission admission) {
    admissions.remove(admission);
  }

  /** The largest cost that fits. */
  public final long remaining(long nowMicros, long capacity) {
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
