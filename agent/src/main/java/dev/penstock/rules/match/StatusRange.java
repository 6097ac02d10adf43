package dev.penstock.rules.match;

import java.util.List;

/**
 * A range of response statuses.
 *
 * @param from the first status
 * @param to the last status
 */
public record StatusRange(int from, int to) {
  public boolean contains(int status) {
    return from <= status && status <= to;
  }

  /** True if one of the ranges contains the status. */
  public static boolean anyContains(List<StatusRange> ranges, int status) {
    for (StatusRange range : ranges) {
      if (range.contains(status)) {
        return true;
      }
    }
    return false;
  }
}
