package dev.penstock.limit;

import java.math.BigInteger;

/** Fills a bucket with exact fractions of tokens. */
final class TokenBucketModel implements LimitModel {
  /** The level is kept in parts of a token; a microsecond brings {@code refill} of them. */
  private final BigInteger partsPerToken;

  private final BigInteger refill;
  private final BigInteger full;
  private BigInteger level;
  private long asOf;

  TokenBucketModel(long permits, long periodMicros, long burst) {
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
    level = full;
  }

  private BigInteger levelAt(long nowMicros) {
    return level.add(refill.multiply(BigInteger.valueOf(nowMicros - asOf))).min(full);
  }

  @Override
  public boolean fits(long nowMicros, long cost) {
    return partsPerToken.multiply(BigInteger.valueOf(cost)).compareTo(levelAt(nowMicros)) <= 0;
  }

  @Override
  public void admit(long nowMicros, long cost) {
    level = levelAt(nowMicros).subtract(partsPerToken.multiply(BigInteger.valueOf(cost)));
    asOf = nowMicros;
  }
}
