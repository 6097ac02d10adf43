package dev.penstock.limit;

/** Divides time into windows of equal length that start at multiples of it since 1970. */
final class ClockWindows extends WindowScheme {
  private final long periodMicros;
  private final WindowStateLayout count;

  ClockWindows(long periodMicros, WindowStateLayout count) {
    super(window(/* index= */ 0, periodMicros, count));
    this.periodMicros = periodMicros;
    this.count = count;
  }

  @Override
  TimeWindow find(long micros) {
    return ofIndex(micros / periodMicros);
  }

  @Override
  TimeWindow ofIndex(long index) {
    return window(index, periodMicros, count);
  }

  private static TimeWindow window(long index, long periodMicros, WindowStateLayout count) {
    long start = index * periodMicros;
    return new TimeWindow(index, start, start + periodMicros, count.state(index, /* current= */ 0));
  }
}
