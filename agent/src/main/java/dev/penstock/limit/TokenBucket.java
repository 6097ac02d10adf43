package dev.penstock.limit;

import static dev.penstock.limit.Exact.ceilDiv;
import static dev.penstock.limit.Numbers.require;

/** Admits {@code permits} per {@code period} on average, and up to {@code burst} at once. */
public final class TokenBucket implements NarrowLimit {
  /*
   * A bucket is kept as one number, the time at which it will be full again (GCRA [1]). A key never
   * seen has been full for ever, so it needs no set-up.
   *
   * One permit is refilled in period/permits microseconds, which need not be a whole number: 7/s is
   * one per 142,857.14 us. Rounding that down would run fast; rounding it up would lose the seventh
   * call of a second. So the number is kept in ticks, `ticksPerMicro` to the microsecond, chosen so
   * that the interval is a whole number of them. 1,024 is the most that leaves a long enough future
   * (until the year 2255, as in Redis); only beyond that the interval is rounded up, by less than
   * a thousandth of a microsecond.
   *
   * [1] ITU-T I.371, annex A: the generic cell rate algorithm.
   */
  private static final long MOST_TICKS = 1024;

  private final long permits;
  private final long periodMicros;
  private final long burst;
  private final long ticksPerMicro;
  private final long interval;
  private final long depth;

  public TokenBucket(long permits, long periodMicros, long burst) {
    require(permits > 0, "permits must be positive", permits);
    require(periodMicros > 0, "period must be positive", periodMicros);
    require(burst > 0, "burst must be positive", burst);
    this.permits = permits;
    this.periodMicros = periodMicros;
    this.burst = burst;
    ticksPerMicro = Math.min(permits / Exact.gcd(periodMicros, permits), MOST_TICKS);
    interval = ceilDiv(Math.multiplyExact(periodMicros, ticksPerMicro), permits);
    require(
        burst <= longestDepthMicros() * ticksPerMicro / interval,
        "a burst that takes over 100 years to refill is none",
        burst);
    depth = burst * interval;
  }

  /** A hundred years; with today's date it still fits a state. */
  private static long longestDepthMicros() {
    return 100L * 365 * 24 * 3600 * 1_000_000;
  }

  @Override
  public long permits() {
    return permits;
  }

  @Override
  public long periodMicros() {
    return periodMicros;
  }

  @Override
  public long capacity() {
    return burst;
  }

  @Override
  public long spend(long state, long nowMicros, long cost) {
    if (cost > burst) {
      return REFUSED;
    }
    long now = nowMicros * ticksPerMicro;
    long fullAt = fullAt(state, now) + cost * interval;
    return fullAt - depth <= now ? fullAt : REFUSED;
  }

  @Override
  public long remaining(long state, long nowMicros) {
    long now = nowMicros * ticksPerMicro;
    return (depth - (fullAt(state, now) - now)) / interval;
  }

  @Override
  public long waitMicros(long state, long nowMicros, long cost) {
    if (cost > burst) {
      return NEVER;
    }
    long now = nowMicros * ticksPerMicro;
    long early = fullAt(state, now) + cost * interval - depth - now;
    return early <= 0 ? 0 : ceilDiv(early, ticksPerMicro);
  }

  @Override
  public long resetMicros(long state, long nowMicros) {
    long left = remaining(state, nowMicros);
    return left == burst ? 0 : waitMicros(state, nowMicros, left + 1);
  }

  /** How long a call has to be held that was just spent, so that it comes when its turn is. */
  public long delayMicros(long state, long nowMicros) {
    long early = state - depth - nowMicros * ticksPerMicro;
    return early <= 0 ? 0 : ceilDiv(early, ticksPerMicro);
  }

  @Override
  public boolean whole(long state, long nowMicros) {
    return state <= nowMicros * ticksPerMicro;
  }

  @Override
  public long spentNow(long units, long nowMicros) {
    return nowMicros * ticksPerMicro + Math.min(units, burst) * interval;
  }

  @Override
  public long giveBack(long state, long spentAtMicros, long nowMicros, long cost) {
    return Math.max(nowMicros * ticksPerMicro, state - cost * interval);
  }

  @Override
  public boolean sharesStateWith(Limit other) {
    return other instanceof TokenBucket that
        && that.interval == interval
        && that.ticksPerMicro == ticksPerMicro;
  }

  /** When the bucket is full again: not before now, and not later than an empty one would be. */
  private long fullAt(long state, long now) {
    return Math.min(Math.max(state, now), now + depth);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TokenBucket that
        && that.permits == permits
        && that.periodMicros == periodMicros
        && that.burst == burst;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(permits * 31 + periodMicros) * 31 + Long.hashCode(burst);
  }

  @Override
  public String toString() {
    return "token-bucket " + permits + "/" + periodMicros + "us burst " + burst;
  }
}
