package dev.penstock.rules.match;

import java.util.List;

/**
 * Some statuses of answers: one, or all from one to another.
 *
 * @param from the first
 * @param to the last
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
