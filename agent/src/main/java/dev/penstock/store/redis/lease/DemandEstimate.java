package dev.penstock.store.redis.lease;

/** Estimates how many units are spent while a loan lasts; guarded by its lease. */
final class DemandEstimate {
  /*
   * Every loan that ends, or is about to be followed by another, reports how many units were spent
   * in which time. A higher value is used at once, but at most four times the previous estimate:
   * two calls in the same millisecond are no reason to borrow hundreds of units, and a hot key is
   * known after a few loans. A lower value counts half, so that one quiet moment does not spoil the
   * estimate.
   */

  /** The time that a loan should last. */
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

  /** How many units the next loan spends, if it lasts the usual time and is valid this long. */
  long nextLoan(long validMicros) {
    return validMicros >= LOAN_MICROS
        ? unitsPerLoan
        : Math.max(1, unitsPerLoan * Math.max(0, validMicros) / LOAN_MICROS);
  }
}
