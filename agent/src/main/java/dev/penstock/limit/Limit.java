package dev.penstock.limit;

/**
 * An algorithm and its numbers: pure sums over what is remembered of a key.
 *
 * <p>Time is an argument: microseconds since the epoch, from a clock that never goes back. The unit
 * is Redis' unit, so that both kinds of store give the same answer.
 */
public sealed interface Limit permits NarrowLimit, WideLimit {
  /** What a wait is called that no time will ever end. */
  long NEVER = Long.MAX_VALUE;

  /** What a wait is called whose end is not known: it ends when somebody else does. */
  long UNKNOWN = Long.MAX_VALUE - 1;

  /** Permitted units per {@link #periodMicros}. */
  long permits();

  /** The length of the window, or the time in which {@link #permits} are refilled. */
  long periodMicros();

  /** The most that can be spent at one instant. */
  default long capacity() {
    return permits();
  }

  /** True if a state of the other limit means the same to this one, bit by bit. */
  boolean sharesStateWith(Limit other);
}
