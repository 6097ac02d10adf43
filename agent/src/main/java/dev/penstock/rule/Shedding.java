package dev.penstock.rule;

import dev.penstock.key.Caller;
import java.util.List;

/**
 * Who goes first when the JVM has too much to do.
 *
 * @param capacity how many calls it can have in hand at once
 * @param low turned away first, from 80 % of the capacity on
 * @param critical never turned away; all others are when the capacity is reached
 */
public record Shedding(int capacity, List<Match> low, List<Match> critical) {
  private static final double LOW_GOES_AT = 0.8;

  public Shedding {
    low = List.copyOf(low);
    critical = List.copyOf(critical);
  }

  /** True if a call has to go that would be one of so many in hand. */
  public boolean sheds(Caller caller, int inHand) {
    if (inHand > capacity) {
      return !isOneOf(critical, caller);
    }
    return inHand > capacity * LOW_GOES_AT && isOneOf(low, caller);
  }

  private static boolean isOneOf(List<Match> matches, Caller caller) {
    for (int i = 0; i < matches.size(); i++) {
      if (matches.get(i).matches(caller.call())) {
        return true;
      }
    }
    return false;
  }
}
