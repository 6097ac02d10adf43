package dev.penstock.limit;

import static dev.penstock.limit.ExactArithmetic.ceilDiv;
import static dev.penstock.limit.LimitNumbers.LONGEST_MICROS;
import static dev.penstock.limit.LimitNumbers.require;

import org.jspecify.annotations.Nullable;

/**
 * Admits {@code permits} per {@code period} on average, and up to {@code burst} at once; with some
 * patience also those calls that will be due within it, to be held until then.
 */
public final class TokenBucket extends PeriodLimit implements NarrowLimit {
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
   * A call fits if the bucket can be full again `depth` after it, the time that a burst takes to
   * refill. Patience adds to that: `reach` is how far ahead the bucket can be spent. A call that is
   * due only later has to be held for `delayMicros`; the queue needs no other state.
   *
   * [1] ITU-T I.371, annex A: the generic cell rate algorithm.
   */
  private static final long MOST_TICKS = 1024;

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
    ticksPerMicro = Math.min(permits / ExactArithmetic.gcd(periodMicros, permits), MOST_TICKS);
    interval = ceilDiv(Math.multiplyExact(periodMicros, ticksPerMicro), permits);
    long longest = LONGEST_MICROS * ticksPerMicro;
    require(
        burst <= longest / interval, "a burst that takes over 100 years to refill is none", burst);
    depth = burst * interval;
    require(
        patienceMicros <= (longest - depth) / ticksPerMicro,
        "nobody waits for over 100 years",
        patienceMicros);
    reach = depth + patienceMicros * ticksPerMicro;
    capacity = reach / interval;
    withoutPatience = patienceMicros == 0 ? this : new TokenBucket(permits, periodMicros, burst);
  }

  /** How many go through at once without being held. */
  public long burst() {
    return burst;
  }

  /** How long a call may be held. */
  public long patienceMicros() {
    return patienceMicros;
  }

  /** The same bucket, in which no call is ever held. */
  public TokenBucket withoutPatience() {
    return withoutPatience;
  }

  /** How many ticks a microsecond has, so that the interval is a whole number of them. */
  public long ticksPerMicro() {
    return ticksPerMicro;
  }

  /** The time in which one permit is refilled. */
  public long intervalTicks() {
    return interval;
  }

  /** The time in which a burst is refilled. */
  public long depthTicks() {
    return depth;
  }

  /** How far ahead the bucket can be spent. */
  public long reachTicks() {
    return reach;
  }

  /** The state of a bucket that is full again at this time. */
  public long state(long fullAtMicros, long ticksBeyond) {
    return fullAtMicros * ticksPerMicro + ticksBeyond;
  }

  /** What can be spent at one instant, the calls that would be held included. */
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

  /** The same while no call can be held: until a place is free, or until it need not be held. */
  public long waitMicros(long state, long nowMicros, long cost, long fullForMicros) {
    long held = Math.max(waitMicros(state, nowMicros, cost), fullForMicros);
    return Math.min(held, withoutPatience.waitMicros(state, nowMicros, cost));
  }

  @Override
  public long resetMicros(long state, long nowMicros) {
    long left = remaining(state, nowMicros);
    return left == capacity ? 0 : waitMicros(state, nowMicros, left + 1);
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
  public SpentUnits spent(long state, long nowMicros) {
    return SpentUnits.ofParts(Math.max(0, state - nowMicros * ticksPerMicro), interval);
  }

  @Override
  public long withAtLeast(SpentUnits spent, long state, long nowMicros) {
    return Math.max(state, nowMicros * ticksPerMicro + ticksFor(spent));
  }

  /** The time in which so much is refilled; never more than a hundred years. */
  public long ticksFor(SpentUnits spent) {
    return spent.inParts(interval, LONGEST_MICROS * ticksPerMicro);
  }

  /**
   * Gives back what cannot have been refilled since: exact at once, or if nobody spent since, and
   * otherwise less by the time that has passed; one number cannot tell whether the bucket was full
   * meanwhile. Nothing while calls are held, or the next would come together with the last of them.
   */
  @Override
  public long giveBack(long state, long spentAtMicros, long nowMicros, long cost) {
    if (patienceMicros > 0 && delayMicros(state, nowMicros) > 0) {
      return state;
    }
    long refilled = Math.max(0, nowMicros - spentAtMicros) * ticksPerMicro;
    long units = ticksFor(SpentUnits.of(cost)); // a larger bucket may have been charged
    return Math.max(UNTOUCHED, state - Math.max(0, units - refilled));
  }

  /**
   * The state after a held call has left before its turn: the last leaves its place to the next
   * call, an earlier one leaves a hole.
   *
   * @param stateAfter the state that its own spending had led to
   */
  public long giveUp(long state, long stateAfter, long cost) {
    return state == stateAfter ? Math.max(UNTOUCHED, state - cost * interval) : state;
  }

  /** Whatever the burst: what a larger bucket has spent is a debt of a smaller one. */
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
