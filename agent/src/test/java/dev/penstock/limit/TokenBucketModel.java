package dev.penstock.limit;

import java.math.BigInteger;

/**
 * Fills a bucket with exact fractions of tokens; patience is a number of tokens that can be owed.
 */
final class TokenBucketModel extends LimitModel {
  /** The level is in parts of a token; each microsecond adds {@code refill} parts. */
  private final BigInteger partsPerToken;

  private final BigInteger refill;
  private final BigInteger full;
  private final BigInteger owed;

  TokenBucketModel(long permits, long periodMicros, long burst, long patienceMicros) {
    BigInteger p = BigInteger.valueOf(permits);
    BigInteger w = BigInteger.valueOf(periodMicros);
    BigInteger finest = BigInteger.valueOf(1024);
    if (p.divide(p.gcd(w)).compareTo(finest) <= 0) {
      partsPerToken = w;
      refill = p;
    } else {
      // The documented rounding: an interval in 1024ths of a microsecond, rounded up.
      partsPerToken = w.multiply(finest).add(p).subtract(BigInteger.ONE).divide(p);
      refill = finest;
    }
    full = partsPerToken.multiply(BigInteger.valueOf(burst));
    owed = refill.multiply(BigInteger.valueOf(patienceMicros));
  }

  /** Plays all admissions from the start. */
  private BigInteger levelAt(long nowMicros) {
    BigInteger level = full;
    long asOf = 0;
    for (Admission admission : admissions) {
      level = refilled(level, admission.at() - asOf).subtract(parts(admission.cost()));
      asOf = admission.at();
    }
    return refilled(level, nowMicros - asOf);
  }

  private BigInteger refilled(BigInteger level, long micros) {
    return level.add(refill.multiply(BigInteger.valueOf(micros))).min(full);
  }

  private BigInteger parts(long tokens) {
    return partsPerToken.multiply(BigInteger.valueOf(tokens));
  }

  @Override
  public boolean fits(long nowMicros, long cost) {
    return parts(cost).compareTo(levelAt(nowMicros).add(owed)) <= 0;
  }

  /** The time until nothing is owed any more. */
  long delayMicros(long nowMicros) {
    BigInteger debt = levelAt(nowMicros).negate().max(BigInteger.ZERO);
    return debt.add(refill).subtract(BigInteger.ONE).divide(refill).longValueExact();
  }
}
