package dev.penstock.limit;

import java.util.StringJoiner;

/**
 * Plays calls of one unit at these times against a limit: {@code +2} is a call admitted with two
 * left, {@code -100} one refused that has to wait 100 microseconds.
 */
final class Script {
  private Script() {}

  static String play(NarrowLimit limit, long... times) {
    StringJoiner run = new StringJoiner(" ");
    long state = NarrowLimit.UNTOUCHED;
    for (long now : times) {
      long next = limit.spend(state, now, /* cost= */ 1);
      if (next == NarrowLimit.REFUSED) {
        run.add("-" + limit.waitMicros(state, now, /* cost= */ 1));
      } else {
        state = next;
        run.add("+" + limit.remaining(state, now));
      }
    }
    return run.toString();
  }

  /** Spends what it can at this instant, one unit at a time; answers how many were admitted. */
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
