package dev.penstock.limit;

/** A limit that counts by windows of time. */
abstract sealed class WindowedLimit extends PeriodLimit implements NarrowLimit
    permits WindowLimit, SlidingWindow {
  /*
   * The latest window is kept. All calls but the first of a window find theirs by two comparisons;
   * a division, or a look into a calendar, is for the first alone, and so is the one object that a
   * window costs. A plain field will do: a window never changes, and whoever sees an old one finds
   * by its edges that it is not the one.
   */
  final WindowScheme windows;
  private TimeWindow latest;

  WindowedLimit(long permits, long periodMicros, WindowScheme windows) {
    super(permits, periodMicros);
    this.windows = windows;
    latest = windows.first;
  }

  /** The window that this instant lies in. */
  final TimeWindow windowAt(long micros) {
    TimeWindow window = latest;
    return window.contains(micros) ? window : another(micros);
  }

  /** The number since 1970 of the window that this instant lies in. */
  public final long indexAt(long micros) {
    return windowAt(micros).index();
  }

  /** When the window of this number ends and the next one starts. */
  public final long endMicros(long index) {
    return windows.ofIndex(index).endMicros();
  }

  private TimeWindow another(long micros) {
    TimeWindow found = windows.find(micros);
    if (found.index() > latest.index()) {
      latest = found;
    }
    return found;
  }
}
