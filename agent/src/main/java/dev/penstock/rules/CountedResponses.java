package dev.penstock.rules;

import dev.penstock.rules.match.StatusRange;
import java.util.List;

/**
 * The responses of the application that make a call count.
 *
 * @param statuses a call counts if its response has one of these statuses; otherwise its units are
 *     refunded. Empty: every response counts
 * @param resetOn a response with one of these statuses clears the key of each limit whose key names
 *     an account; see {@link Rule#resetOn}
 */
public record CountedResponses(List<StatusRange> statuses, List<StatusRange> resetOn) {
  public CountedResponses {
    statuses = List.copyOf(statuses);
    resetOn = List.copyOf(resetOn);
  }

  public boolean counts(int status) {
    return statuses.isEmpty() || StatusRange.anyContains(statuses, status);
  }
}
