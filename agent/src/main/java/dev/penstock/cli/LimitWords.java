package dev.penstock.cli;

import dev.penstock.limit.FixedWindow;
import dev.penstock.limit.Limit;
import dev.penstock.limit.TokenBucket;
import java.util.LinkedHashMap;
import java.util.Map;

/** Limits in words. */
final class LimitWords {
  /** From the longest to the shortest; the last divides every period. */
  private static final Map<String, Long> UNITS = new LinkedHashMap<>();

  static {
    UNITS.put("day", 24L * 3600 * 1_000_000);
    UNITS.put("hour", 3600L * 1_000_000);
    UNITS.put("minute", 60L * 1_000_000);
    UNITS.put("second", 1_000_000L);
    UNITS.put("millisecond", 1_000L);
    UNITS.put("microsecond", 1L);
  }

  private LimitWords() {}

  static String of(Limit limit) {
    String calls = limit.permits() + (limit.permits() == 1 ? " call" : " calls");
    String period = period(limit.periodMicros());
    if (limit instanceof TokenBucket) {
      return calls + " per " + period + ", up to " + limit.capacity() + " at once (token-bucket)";
    }
    return limit instanceof FixedWindow
        ? calls + " in each " + period + " by the clock (fixed-window)"
        : calls + " in any " + period + " (sliding-window)";
  }

  private static String period(long micros) {
    for (Map.Entry<String, Long> unit : UNITS.entrySet()) {
      long count = micros / unit.getValue();
      if (micros % unit.getValue() == 0) {
        return count == 1 ? unit.getKey() : count + " " + unit.getKey() + "s";
      }
    }
    throw new IllegalArgumentException("not a period: " + micros);
  }
}
