package dev.penstock.rules;

import dev.penstock.rules.key.KeyContext;
import dev.penstock.rules.match.Match;
import java.util.List;

/**
 * Who goes first when the JVM has too much to do.
 *
 * @param capacity how many calls it can have in hand at once
 * @param low turned away first, from 80 % of the capacity on
 * @param critical never turned away, like CORS preflights; all others are when the capacity is
 *     reached
 */
public record LoadShedding(int capacity, List<Match> low, List<Match> critical) {
  private static final double LOW_GOES_AT = 0.8;

  public LoadShedding {
    low = List.copyOf(low);
    critical = List.copyOf(critical);
  }

  /** True if a call has to go that would be one of so many in hand. */
  public boolean sheds(KeyContext context, int inHand) {
    if (inHand <= capacity * LOW_GOES_AT || PreflightLimit.isPreflight(context.call())) {
      return false;
    }
    return inHand > capacity ? !isCritical(context) : mayBeLow(context);
  }

  private boolean isCritical(KeyContext context) {
    for (int i = 0; i < critical.size(); i++) {
      if (critical.get(i).matches(context.call())) {
        return true;
      }
    }
    return false;
  }

  /** No spelling of its path or method takes a call out of the class that goes first. */
  private boolean mayBeLow(KeyContext context) {
    for (int i = 0; i < low.size(); i++) {
      if (low.get(i).mayMatch(context.call())) {
        return true;
      }
    }
    return false;
  }
}
