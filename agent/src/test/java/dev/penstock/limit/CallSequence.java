package dev.penstock.limit;

import java.util.StringJoiner;

/**
 * Plays calls of one unit at these times against a limit: {@code +2} is an admitted call with two
 * units remaining, {@code -100} a rejected call that has to wait 100 microseconds.
 */
final class CallSequence {
  private CallSequence() {}

  static String play(Limit limit, long... times) {
    StringJoiner run = new StringJoiner(" ");
    LimitedKey key = new LimitedKey(limit);
    for (long now : times) {
      run.add(
          key.spend(now, /* cost= */ 1)
              ? "+" + key.remaining(now)
              : "-" + key.waitMicros(now, /* cost= */ 1));
    }
    return run.toString();
  }

  /** Spends single units at this time until one is rejected; returns how many were admitted. */
  static int drain(NarrowLimit limit, long[] state, long now) {
    int admitted = 0;
    long next;
    while ((next = limit.spend(state[0], now, /* cost= */ 1)) != NarrowLimit.REFUSED) {
      state[0] = next;
      admitted++;
    }
    return admitted;
  }
}
