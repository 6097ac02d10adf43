package dev.penstock.limit;

/** Divides time into windows. */
abstract sealed class WindowScheme permits ClockWindows, CalendarWindows {
  /** An arbitrary window, the initial value of caches. */
  final TimeWindow first;

  WindowScheme(TimeWindow first) {
    this.first = first;
  }

  /** The window that contains this time. */
  abstract TimeWindow find(long micros);

  abstract TimeWindow ofIndex(long index);
}
