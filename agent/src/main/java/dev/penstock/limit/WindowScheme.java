package dev.penstock.limit;

/** How time is cut into windows. */
abstract sealed class WindowScheme permits ClockWindows, CalendarWindows {
  /** Any window, to start with. */
  final TimeWindow first;

  WindowScheme(TimeWindow first) {
    this.first = first;
  }

  /** The window that this instant lies in. */
  abstract TimeWindow find(long micros);

  abstract TimeWindow ofIndex(long index);
}
