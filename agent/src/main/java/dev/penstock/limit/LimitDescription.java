package dev.penstock.limit;

import java.util.LinkedHashMap;
import java.util.Map;

/** Describes limits in words, without the name of the algorithm. */
public final class LimitDescription {
  /** Unit lengths in microseconds, longest first; the last one divides every period. */
  private static final Map<String, Long> UNITS = new LinkedHashMap<>();

  static {
    UNITS.put("day", 24L * 3600 * 1_000_000);
    UNITS.put("hour", 3600L * 1_000_000);
    UNITS.put("minute", 60L * 1_000_000);
    UNITS.put("second", 1_000_000L);
    UNITS.put("millisecond", 1_000L);
    UNITS.put("microsecond", 1L);
  }

  private LimitDescription() {}

  public static String of(Limit limit) {
    String calls = limit.permits() + (limit.permits() == 1 ? " call" : " calls");
    if (limit instanceof Concurrency) {
      return calls + " in flight at once";
    }
    if (limit instanceof CalendarWindow calendar) {
      return calls + " in each " + calendarUnit(calendar) + " by the calendar";
    }
    String period = period(limit.periodMicros());
    if (limit instanceof TokenBucket bucket) {
      return calls + " per " + period + ", " + bucket(bucket);
    }
    if (limit instanceof FixedWindow) {
      return calls + " in each " + period + " by the clock";
    }
    String window = calls + " in any " + period;
    if (limit instanceof SlidingLog) {
      return window + ", to the call";
    }
    return limit instanceof SlicedWindow sliced
        ? window + ", counted in " + slices(sliced)
        : window;
  }

  private static String bucket(TokenBucket bucket) {
    String atOnce = bucket.burst() == 1 ? "one at a time" : "up to " + bucket.burst() + " at once";
    if (bucket.patienceMicros() == 0) {
      return atOnce;
    }
    String held = "early ones held for up to " + duration(bucket.patienceMicros());
    return bucket.burst() == 1 ? held : atOnce + ", " + held;
  }

  private static String slices(SlicedWindow window) {
    return window.slices() + (window.isStrict() ? " strict slices" : " slices");
  }

  private static String calendarUnit(CalendarWindow window) {
    return switch (window.unit()) {
      case DAY -> "day of " + window.zone();
      case WEEK -> "week of " + window.zone();
      case MONTH -> "month of " + window.zone();
    };
  }

  /** The remaining units of an unused limit, in words. */
  public static String untouched(Limit limit) {
    if (limit instanceof TokenBucket bucket && bucket.patienceMicros() > 0) {
      return bucket.burst() + " now, and " + (bucket.capacity() - bucket.burst()) + " to be held";
    }
    return Long.toString(limit.capacity());
  }

  /** Such as {@code minute} and {@code 5 minutes}. */
  private static String period(long micros) {
    String duration = duration(micros);
    return duration.startsWith("1 ") ? duration.substring(2) : duration;
  }

  /** Such as {@code 1 minute} and {@code 5 minutes}. */
  public static String duration(long micros) {
    for (Map.Entry<String, Long> unit : UNITS.entrySet()) {
      long count = micros / unit.getValue();
      if (count > 0 && micros % unit.getValue() == 0) {
        return count + " " + unit.getKey() + (count == 1 ? "" : "s");
      }
    }
    throw new IllegalArgumentException("not a period: " + micros);
  }
}
