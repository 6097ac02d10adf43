package dev.penstock.limit;

/** How time is cut into windows. */
abstract sealed class Windows permits ClockWindows, CalendarWindows {
  /*
   * The latest window is kept. All calls but the first of a window find theirs by two comparisons;
   * a division, or a look into a calendar, is for the first alone, and so is the one object that a
   * window costs. A plain field will do: a window never changes, and whoever sees an old one finds
   * by its edges that it is not the one.
   */
  private Window latest;

  Windows(Window first) {
    latest = first;
  }

  /** The window that this instant lies in. */
  final Window at(long micros) {
    Window window = latest;
    return window.contains(micros) ? window : another(micros);
  }

  private Window another(long micros) {
    Window found = find(micros);
    if (found.index() > latest.index()) {
      latest = found;
    }
    return found;
  }

  abstract Window find(long micros);

  abstract Window ofIndex(long index);
}
