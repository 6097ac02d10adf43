package dev.penstock.rule;

import java.util.List;

/**
 * Which answers of the application make a call count.
 *
 * @param statuses the call counts if its answer has one of these; otherwise it is given back
 * @param resetOn an answer with one of these forgets all that the key has spent
 */
public record Counted(List<StatusRange> statuses, List<StatusRange> resetOn) {
  public Counted {
    statuses = List.copyOf(statuses);
    resetOn = List.copyOf(resetOn);
  }

  public boolean counts(int status) {
    return statuses.isEmpty() || isIn(statuses, status);
  }

  public boolean resets(int status) {
    return isIn(resetOn, status);
  }

  private static boolean isIn(List<StatusRange> ranges, int status) {
    for (StatusRange range : ranges) {
      if (range.contains(status)) {
        return true;
      }
    }
    return false;
  }
}
