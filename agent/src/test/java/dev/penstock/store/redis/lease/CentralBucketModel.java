package dev.penstock.store.redis.lease;

import java.util.TreeMap;

/** A bucket that refills up to its burst minus the lent units. */
final class CentralBucketModel extends CentralLimitModel {
  private static final long VALID_MICROS = 1_000_000;

  private static final class LentUnits {
    private long units;
    private final long untilMicros;

    private LentUnits(long units, long untilMicros) {
      this.units = units;
      this.untilMicros = untilMicros;
    }
  }

  /** By token; tokens increase with time, and all loans are valid for the same time. */
  private final TreeMap<Long, LentUnits> loans = new TreeMap<>();

  private final long burst;

  /** In parts of a token: a microsecond adds {@code permits}, and a token has {@code period}. */
  private long level;

  private long asOf;
  private long tokens;

  CentralBucketModel(long permits, long periodMicros, long burst) {
    super(permits, periodMicros);
    this.burst = burst;
    level = burst * periodMicros;
  }

  /** Computes the level from one end of a loan to the next; changes nothing. */
  private long levelAt(long atMicros) {
    long parts = level;
    long from = asOf;
    long lent = loans.values().stream().mapToLong(loan -> loan.units).sum();
    for (LentUnits loan : loans.values()) {
      if (loan.untilMicros > atMicros) {
        break;
      }
      parts = filled(parts, loan.untilMicros - from, lent);
      from = loan.untilMicros;
      lent -= loan.units;
    }
    return filled(parts, atMicros - from, lent);
  }

  private long filled(long parts, long micros, long lent) {
    return Math.max(0, Math.min(parts + micros * permits, (burst - lent) * periodMicros));
  }

  private void moveTo(long nowMicros) {
    level = levelAt(nowMicros);
    asOf = nowMicros;
    loans.values().removeIf(loan -> loan.untilMicros <= nowMicros);
  }

  @Override
  long free(long atMicros) {
    return levelAt(atMicros) / periodMicros;
  }

  @Override
  long charge(long units, long nowMicros) {
    moveTo(nowMicros);
    level -= units * periodMicros;
    tokens++;
    loans.put(tokens, new LentUnits(units, nowMicros + VALID_MICROS));
    return tokens;
  }

  @Override
  long validMicros(long nowMicros) {
    return VALID_MICROS;
  }

  @Override
  void settle(long token, long returned, long spent, long nowMicros) {
    moveTo(nowMicros);
    LentUnits loan = loans.get(token);
    if (loan != null) {
      loan.units -= returned + spent;
      // Units reported as spent may have been refilled since, so they are not taken back.
      level += (returned + Math.min(0, spent)) * periodMicros;
      moveTo(nowMicros);
    }
  }
}
