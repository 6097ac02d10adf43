package dev.penstock.limit;

import java.util.StringJoiner;

/**
 * Plays calls of one unit at these times against a limit: {@code +2} is an admitted call with two
 * units remaining, {@code -100} a rejected call that has to wait 100 microseconds.
 */
final class Script {
  private Script() {}

  static String play(Limit limit, long... times) {
    StringJoiner run = new StringJoiner(" ");
    Account account = new Account(limit);
    for (long now : times) {
      run.add(
          account.spend(now, /* cost= */ 1)
              ? "+" + account.remaining(now)
              : "-" + account.waitMicros(now, /* cost= */ 1));
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
