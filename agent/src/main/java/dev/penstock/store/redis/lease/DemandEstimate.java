package dev.penstock.store.redis.lease;

/** An estimate of what is spent in the time that a loan should last; guarded by its lease. */
final class DemandEstimate {
  /*
   * Every loan that ends, or is to be followed by another, says how much of it was spent in which
   * time. More than before is believed, but four times as much at most: two calls in the same
   * millisecond are no reason to borrow hundreds of units, and a key that really is hot is known
   * as such after a few loans. Less than before is believed by half, so that one quiet moment does
   * not spoil the next.
   */

  /** How long a loan should last. */
  static final long LOAN_MICROS = 200_000;

  private static final long MOST_GROWTH = 4;
  private static final long LEAST_MICROS = 1_000;
  private static final long MOST_UNITS = 1L << 40;

  private long unitsPerLoan = 1;

  void spent(long units, long elapsedMicros) {
    long measured =
        Math.min(units, MOST_UNITS) * LOAN_MICROS / Math.max(elapsedMicros, LEAST_MICROS);
    unitsPerLoan =
        measured > unitsPerLoan
            ? Math.min(Math.min(measured, MOST_GROWTH * unitsPerLoan), MOST_UNITS)
            : Math.max(1, (unitsPerLoan + measured) / 2);
  }

  /**
   * What is spent by the next loan if it lasts as long as it should, and is valid for this long.
   */
  long nextLoan(long validMicros) {
    return validMicros >= LOAN_MICROS
        ? unitsPerLoan
        : Math.max(1, unitsPerLoan * Math.max(0, validMicros) / LOAN_MICROS);
  }
}
