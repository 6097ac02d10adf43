package dev.penstock.limit;

/**
 * An algorithm with its parameters: pure arithmetic on the state of one key.
 *
 * <p>Time is an argument: microseconds since the epoch, from a clock that never goes back. Redis
 * uses the same unit, so the local store and Redis make the same decisions.
 */
public sealed interface Limit permits NarrowLimit, WideLimit {
  /** A wait that never ends: the cost is larger than the capacity. */
  long NEVER = Long.MAX_VALUE;

  /** A wait of unknown length: it ends when another call ends. */
  long UNKNOWN = Long.MAX_VALUE - 1;

  /** The units permitted per {@link #periodMicros}. */
  long permits();

  /** The length of the window, or the time in which {@link #permits} are refilled. */
  long periodMicros();

  /** The most units that can be spent at one instant. */
  default long capacity() {
    return permits();
  }

  /** True if this limit can use a state of the other limit unchanged. */
  boolean sharesStateWith(Limit other);
}
