package dev.penstock.limit;

import java.util.ArrayList;
import java.util.List;

/** The definition of an algorithm, computed in a simple and slow way from all admissions. */
public abstract class LimitModel {
  /** An admission and its time. */
  record Admission(long at, long cost) {}

  final List<Admission> admissions = new ArrayList<>();

  /** The model of an algorithm with default settings, by its name in a rules file. */
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

  /** The model of a rate limit. */
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

  /** True if the cost fits at this time and nothing else is spent before. */
  public abstract boolean fits(long nowMicros, long cost);

  /** Records an admission. */
  public final void admit(long nowMicros, long cost) {
    admissions.add(new Admission(nowMicros, cost));
  }

  /** Removes an admission. */
  final void refund(Admission admission) {
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
