package dev.penstock.limit;

import static dev.penstock.limit.LimitNumbers.requirePeriod;
import static dev.penstock.limit.LimitNumbers.requirePermits;

import org.jspecify.annotations.Nullable;

/** Base of all rate limits: permits per period. Two limits of one class are equal if these are. */
abstract class PeriodLimit {
  final long permits;
  final long periodMicros;

  PeriodLimit(long permits, long periodMicros) {
    requirePermits(permits);
    requirePeriod(periodMicros);
    this.permits = permits;
    this.periodMicros = periodMicros;
  }

  public final long permits() {
    return permits;
  }

  public final long periodMicros() {
    return periodMicros;
  }

  @Override
  @SuppressWarnings("EqualsGetClass") // limits of different kinds are never equal
  public boolean equals(@Nullable Object other) {
    return other != null
        && other.getClass() == getClass()
        && ((PeriodLimit) other).permits == permits
        && ((PeriodLimit) other).periodMicros == periodMicros;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(permits * 31 + periodMicros);
  }

  @Override
  public String toString() {
    return permits + "/" + periodMicros + "us";
  }
}
