package dev.penstock.rules;

import dev.penstock.rules.match.StatusRange;
import java.util.List;

/**
 * Which answers of the application make a call count.
 *
 * @param statuses the call counts if its answer has one of these; otherwise it is given back
 * @param resetOn an answer with one of these clears the key of each limit that names an account;
 *     {@link Rule#resetOn} tells which limits that are
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
