package dev.penstock.limit;

import static dev.penstock.limit.ExactArithmetic.ceilDiv;
import static dev.penstock.limit.LimitNumbers.LONGEST_MICROS;
import static dev.penstock.limit.LimitNumbers.require;

import org.jspecify.annotations.Nullable;

/**
 * Admits {@code permits} per {@code period} on average, and up to {@code burst} at once. With
 * patience, it also admits calls that become due within that time; the caller holds them until
 * then.
 */
public final class TokenBucket extends PeriodLimit implements NarrowLimit {
  /*
   * The state of a bucket is one number: the time at which it will be full again (GCRA [1]). A key
   * never seen has always been full, so it needs no initialization. Let
   *
   *     T  fullAt, the state              interval  time that refills one permit
   *     t  now                            depth     burst * interval
   *     n  cost of the call               reach     depth + patience
   *
   * A call fits if T' - reach <= t, where T' = max(T, t) + n * interval is the new state. It has to
   * be held for T' - depth - t if that is positive (`delayMicros`); the queue needs no other state.
   *
   * The interval period / permits is not always a whole number of microseconds: 7/s is one permit
   * per 142,857.14 us. Rounding it down would admit too much; rounding it up would lose the seventh
   * call of a second. So times are kept in ticks, with `ticksPerMicro` chosen such that the
   * interval is a whole number of ticks. At 1,024 ticks per microsecond the state lasts until the
   * year 2255, as in Redis. Rates that need finer ticks have their interval rounded up by less than
   * a thousandth of a microsecond.
   *
   * [1] ITU-T I.371, annex A: the generic cell rate algorithm.
   */
  private static final long MAX_TICKS = 1024;

  private final long burst;
  private final long patienceMicros;
  private final long ticksPerMicro;
  private final long interval;
  private final long depth;
  private final long reach;
  private final long capacity;
  private final TokenBucket withoutPatience;

  public TokenBucket(long permits, long periodMicros, long burst) {
    this(permits, periodMicros, burst, /* patienceMicros= */ 0);
  }

  public TokenBucket(long permits, long periodMicros, long burst, long patienceMicros) {
    super(permits, periodMicros);
    require(burst > 0, "burst must be positive", burst);
    require(patienceMicros >= 0, "patience must not be negative", patienceMicros);
    this.burst = burst;
    this.patienceMicros = patienceMicros;
    ticksPerMicro = Math.min(permits / ExactArithmetic.gcd(periodMicros, permits), MAX_TICKS);
    interval = ceilDiv(Math.multiplyExact(periodMicros, ticksPerMicro), permits);
    long longest = LONGEST_MICROS * ticksPerMicro;
    require(burst <= longest / interval, "a burst must refill within 100 years", burst);
    depth = burst * interval;
    require(
        patienceMicros <= (longest - depth) / ticksPerMicro,
        "a wait must be at most 100 years",
        patienceMicros);
    reach = depth + patienceMicros * ticksPerMicro;
    capacity = reach / interval;
    withoutPatience = patienceMicros == 0 ? this : new TokenBucket(permits, periodMicros, burst);
  }

  /** The number of calls that pass at once without being held. */
  public long burst() {
    return burst;
  }

  /** The longest that a call may be held. */
  public long patienceMicros() {
    return patienceMicros;
  }

  /** This bucket without patience: it never admits a call that has to be held. */
  public TokenBucket withoutPatience() {
    return withoutPatience;
  }

  /** The number of ticks per microsecond. */
  public long ticksPerMicro() {
    return ticksPerMicro;
  }

  /** The time that refills one permit, in ticks. */
  public long intervalTicks() {
    return interval;
  }

  /** The time that refills a whole burst, in ticks. */
  public long depthTicks() {
    return depth;
  }

  /** How far ahead of now the bucket can be spent, in ticks. */
  public long reachTicks() {
    return reach;
  }

  /** The state of a bucket that is full again at this time. */
  public long state(long fullAtMicros, long ticksBeyond) {
    return fullAtMicros * ticksPerMicro + ticksBeyond;
  }

  /** The units that can be spent at one instant, including calls that would be held. */
  @Override
  public long capacity() {
    return capacity;
  }

  @Override
  public long spend(long state, long nowMicros, long cost) {
    if (cost > capacity) {
      return REFUSED;
    }
    long now = nowMicros * ticksPerMicro;
    long fullAt = Math.max(state, now) + cost * interval;
    return fullAt - reach <= now ? fullAt : REFUSED;
  }

  @Override
  public long remaining(long state, long nowMicros) {
    long now = nowMicros * ticksPerMicro;
    return Math.max(0, reach - (Math.max(state, now) - now)) / interval;
  }

  @Override
  public long waitMicros(long state, long nowMicros, long cost) {
    if (cost > capacity) {
      return NEVER;
    }
    long now = nowMicros * ticksPerMicro;
    long early = Math.max(state, now) - now + cost * interval - reach;
    return early <= 0 ? 0 : ceilDiv(early, ticksPerMicro);
  }

  /**
   * The wait while the queue is full for another {@code fullForMicros}: until the queue has room,
   * or until the call fits without being held, whichever is first.
   */
  public long waitMicros(long state, long nowMicros, long cost, long fullForMicros) {
    long held = Math.max(waitMicros(state, nowMicros, cost), fullForMicros);
    return Math.min(held, withoutPatience.waitMicros(state, nowMicros, cost));
  }

  @Override
  public long resetMicros(long state, long nowMicros) {
    long left = remaining(state, nowMicros);
    return left == capacity ? 0 : waitMicros(state, nowMicros, left + 1);
  }

  /** How long the call that led to this state has to be held until its turn. */
  public long delayMicros(long state, long nowMicros) {
    long early = state - depth - nowMicros * ticksPerMicro;
    return early <= 0 ? 0 : ceilDiv(early, ticksPerMicro);
  }

  @Override
  public boolean isUnspent(long state, long nowMicros) {
    return state <= nowMicros * ticksPerMicro;
  }

  @Override
  public SpentUnits spent(long state, long nowMicros) {
    return SpentUnits.ofParts(Math.max(0, state - nowMicros * ticksPerMicro), interval);
  }

  @Override
  public long withAtLeast(SpentUnits spent, long state, long nowMicros) {
    return Math.max(state, nowMicros * ticksPerMicro + ticksFor(spent));
  }

  /** The time that refills these units, in ticks; at most 100 years. */
  public long ticksFor(SpentUnits spent) {
    return spent.inParts(interval, LONGEST_MICROS * ticksPerMicro);
  }

  /**
   * Refunds the units that cannot have been refilled since. The refund is exact if it is immediate
   * or if nothing was spent since. Otherwise it is reduced by the time that has passed, because one
   * number does not show whether the bucket was full in between. Refunds nothing while calls are
   * held; otherwise the next call would run at the same time as the last held one.
   */
  @Override
  public long refund(long state, long spentAtMicros, long nowMicros, long cost) {
    if (patienceMicros > 0 && delayMicros(state, nowMicros) > 0) {
      return state;
    }
    long refilled = Math.max(0, nowMicros - spentAtMicros) * ticksPerMicro;
    long units = ticksFor(SpentUnits.of(cost)); // a larger bucket may have been charged
    return Math.max(UNTOUCHED, state - Math.max(0, units - refilled));
  }

  /**
   * Returns the state after a held call was canceled before its turn. The turn of the last call in
   * the queue goes to the next call; the turn of an earlier one stays unused.
   *
   * @param stateAfter the state that the call itself produced when it was admitted
   */
  public long cancelTurn(long state, long stateAfter, long cost) {
    return state == stateAfter ? Math.max(UNTOUCHED, state - cost * interval) : state;
  }

  /** True for any burst: units that a larger bucket has spent are a debt in a smaller one. */
  @Override
  public boolean sharesStateWith(Limit other) {
    return other instanceof TokenBucket that
        && that.interval == interval
        && that.ticksPerMicro == ticksPerMicro;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return super.equals(other)
        && other instanceof TokenBucket that
        && that.burst == burst
        && that.patienceMicros == patienceMicros;
  }

  @Override
  public int hashCode() {
    return super.hashCode() * 31 + Long.hashCode(patienceMicros * 31 + burst);
  }

  @Override
  public String toString() {
    return "token-bucket "
        + super.toString()
        + " burst "
        + burst
        + (patienceMicros == 0 ? "" : " patience " + patienceMicros + "us");
  }
}
