package dev.penstock.store.redis.lease;

import java.util.TreeMap;

/** A bucket that refills up to its burst less the units out on loan. */
final class CentralBucket extends Central {
  private static final long VALID_MICROS = 1_000_000;

  private static final class OnLoan {
    private long units;
    private final long untilMicros;

    private OnLoan(long units, long untilMicros) {
      this.units = units;
      this.untilMicros = untilMicros;
    }
  }

  /** By token; tokens increase with time, and all loans are valid for the same time. */
  private final TreeMap<Long, OnLoan> onLoan = new TreeMap<>();

  private final long burst;

  /** In parts of which a microsecond adds {@code permits} and a token is {@code period}. */
  private long level;

  private long asOf;
  private long tokens;

  CentralBucket(long permits, long periodMicros, long burst) {
    super(permits, periodMicros);
    this.burst = burst;
    level = burst * periodMicros;
  }

  /** Computes the level from one end of a loan to the next; changes nothing. */
  private long levelAt(long atMicros) {
    long parts = level;
    long from = asOf;
    long out = onLoan.values().stream().mapToLong(loan -> loan.units).sum();
    for (OnLoan loan : onLoan.values()) {
      if (loan.untilMicros > atMicros) {
        break;
      }
      parts = filled(parts, loan.untilMicros - from, out);
      from = loan.untilMicros;
      out -= loan.units;
    }
    return filled(parts, atMicros - from, out);
  }

  private long filled(long parts, long micros, long out) {
    return Math.max(0, Math.min(parts + micros * permits, (burst - out) * periodMicros));
  }

  private void moveTo(long nowMicros) {
    level = levelAt(nowMicros);
    asOf = nowMicros;
    onLoan.values().removeIf(loan -> loan.untilMicros <= nowMicros);
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
    onLoan.put(tokens, new OnLoan(units, nowMicros + VALID_MICROS));
    return tokens;
  }

  @Override
  long validMicros(long nowMicros) {
    return VALID_MICROS;
  }

  @Override
  void settle(long token, long returned, long spent, long nowMicros) {
    moveTo(nowMicros);
    OnLoan loan = onLoan.get(token);
    if (loan != null) {
      loan.units -= returned + spent;
      // Units reported as spent may have been refilled since, so they are not taken back.
      level += (returned + Math.min(0, spent)) * periodMicros;
      moveTo(nowMicros);
    }
  }
}
