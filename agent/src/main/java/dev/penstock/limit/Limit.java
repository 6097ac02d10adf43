package dev.penstock.limit;

/**
 * An algorithm and its numbers, as pure sums over one {@code long} of state per key.
 *
 * <p>Time is an argument: microseconds since the epoch, from a clock that never goes back.
 */
public sealed interface Limit permits TokenBucket, FixedWindow, SlidingWindow {
  /*
   * One long per key makes a decision one read, some sums and one compare-and-set. The sums give
   * back the new state instead of writing it, so a refusal cannot write by accident, and several
   * limits can be judged before any of them is charged.
   *
   * - A state is never negative: the store uses the sign bit as a lock.
   * - UNTOUCHED is the state of a key never seen. It is as good as any state that is `whole`, so a
   *   whole key can be forgotten.
   * - The state of a key that is not whole differs from every state it had while it was last whole,
   *   because it names a later time. That is what makes a compare-and-set on it safe after the key
   *   was forgotten and came back.
   *
   * The unit is the microsecond because it is Redis' unit: both kinds of store give the same answer.
   */

  /** The state of a key that was never seen: nothing is spent. */
  long UNTOUCHED = 0;

  /** What {@link #spend} answers when the cost does not fit: no state is ever negative. */
  long REFUSED = -1;

  /** What {@link #waitMicros} answers for a cost that no wait will ever make fit. */
  long NEVER = Long.MAX_VALUE;

  /** Permitted units per {@link #periodMicros}. */
  long permits();

  /** The length of the window, or the time in which {@link #permits} are refilled. */
  long periodMicros();

  /** The most that can be spent at one instant. */
  long capacity();

  /** The state after spending, or {@link #REFUSED} if the cost does not fit now. */
  long spend(long state, long nowMicros, long cost);

  /** How many units could be spent at once, now. */
  long remaining(long state, long nowMicros);

  /**
   * The time to the first instant at which the cost fits if nobody else spends; 0 if it fits now.
   */
  long waitMicros(long state, long nowMicros, long cost);

  /** The time until more can be spent than now, as told to clients; 0 if nothing is spent. */
  long resetMicros(long state, long nowMicros);

  /** True if nothing is spent any more, so that the key can be forgotten. */
  boolean whole(long state, long nowMicros);

  /** The state in which this many units have just been spent, capped to {@link #capacity}. */
  long spentNow(long units, long nowMicros);

  /** True if a state of the other limit means the same to this one, bit by bit. */
  boolean sharesStateWith(Limit other);

  /** The state that remembers, in this limit's terms, what another limit counted as spent. */
  default long carriedOver(Limit from, long state, long nowMicros) {
    if (from.whole(state, nowMicros)) {
      return UNTOUCHED;
    }
    if (sharesStateWith(from)) {
      return state;
    }
    return spentNow(from.capacity() - from.remaining(state, nowMicros), nowMicros);
  }
}
