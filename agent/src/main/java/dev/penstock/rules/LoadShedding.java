package dev.penstock.rules;

import dev.penstock.rules.key.KeyContext;
import dev.penstock.rules.match.Match;
import java.util.List;

/**
 * Rejects inbound calls while the JVM is overloaded, the least important ones first.
 *
 * @param capacity the most calls that may be in flight at once
 * @param low calls that are rejected above 80 % of the capacity
 * @param critical calls that are never rejected, like CORS preflights; all other calls are rejected
 *     above the capacity
 */
public record LoadShedding(int capacity, List<Match> low, List<Match> critical) {
  private static final double LOW_REJECTED_ABOVE = 0.8;

  public LoadShedding {
    low = List.copyOf(low);
    critical = List.copyOf(critical);
  }

  /** True if the call has to be rejected; {@code inFlight} counts the call itself. */
  public boolean sheds(KeyContext context, int inFlight) {
    if (inFlight <= capacity * LOW_REJECTED_ABOVE || PreflightLimit.isPreflight(context.call())) {
      return false;
    }
    return inFlight > capacity ? !isCritical(context) : mayBeLow(context);
  }

  private boolean isCritical(KeyContext context) {
    for (int i = 0; i < critical.size(); i++) {
      if (critical.get(i).matches(context.call())) {
        return true;
      }
    }
    return false;
  }

  /** True if any reading of the call is low, so that no spelling of a path or method avoids it. */
  private boolean mayBeLow(KeyContext context) {
    for (int i = 0; i < low.size(); i++) {
      if (low.get(i).mayMatch(context.call())) {
        return true;
      }
    }
    return false;
  }
}
