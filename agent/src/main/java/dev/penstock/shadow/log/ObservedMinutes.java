package dev.penstock.shadow.log;

import java.util.Map;
import java.util.TreeMap;

/** The minutes in which any run compared calls, each counted once. */
final class ObservedMinutes {
  /** Further periods are ignored, so the total may be too low. */
  private static final int MAX_SPANS = 100_000;

  /** The end of each period by its start; periods neither touch nor overlap. */
  private final TreeMap<Long, Long> spans = new TreeMap<>();

  /** Adds the minutes from {@code from}, inclusive, to {@code to}, exclusive. */
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
    if (spans.size() < MAX_SPANS) {
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
