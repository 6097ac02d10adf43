package dev.penstock.limit;

/** How time is cut into windows. */
abstract sealed class Windows permits ClockWindows, CalendarWindows {
  /** Any window, to start with. */
  final Window first;

  Windows(Window first) {
    this.first = first;
  }

  /** The window that this instant lies in. */
  abstract Window find(long micros);

  abstract Window ofIndex(long index);
}
