package dev.penstock.shadow.log;

import java.util.Map;
import java.util.TreeMap;

/** The minutes in which anybody watched, each counted once. */
final class ObservedMinutes {
  /** More gaps than this are not told; then less counts as watched than was. */
  private static final int MOST_SPANS = 100_000;

  /** Where spans begin, and where they end; they neither meet nor overlap. */
  private final TreeMap<Long, Long> spans = new TreeMap<>();

  /** Adds the minutes from {@code from} to before {@code to}. */
  void add(long from, long to) {
    long start = from;
    long end = to;
    for (Map.Entry<Long, Long> near = spans.floorEntry(end);
        near != null && near.getValue() >= start;
        near = spans.floorEntry(end)) {
      spans.remove(near.getKey());
      start = Math.min(start, near.getKey());
      end = Math.max(end, near.getValue());
    }
    if (spans.size() < MOST_SPANS) {
      spans.put(start, end);
    }
  }

  long minutes() {
    long minutes = 0;
    for (Map.Entry<Long, Long> span : spans.entrySet()) {
      minutes += span.getValue() - span.getKey();
    }
    return minutes;
  }
}
