package dev.penstock.limit;

/** Base of limits that count per window of time. */
public abstract sealed class WindowedLimit extends PeriodLimit implements NarrowLimit
    permits TumblingWindowLimit, SlidingWindow {
  /*
   * The latest window is cached, so all calls but the first of a window find it with two
   * comparisons. Only the first call needs a division or a calendar computation, and allocates the
   * window. The field needs no synchronization: a TimeWindow is immutable, and a thread that sees
   * an old one notices by its bounds.
   */
  final WindowScheme windows;
  private TimeWindow latest;

  WindowedLimit(long permits, long periodMicros, WindowScheme windows) {
    super(permits, periodMicros);
    this.windows = windows;
    latest = windows.first;
  }

  /** The window that contains this time. */
  final TimeWindow windowAt(long micros) {
    TimeWindow window = latest;
    return window.contains(micros) ? window : another(micros);
  }

  /** The number, counted from 1970, of the window that contains this time. */
  public final long indexAt(long micros) {
    return windowAt(micros).index();
  }

  /** The time at which the window with this number ends and the next one starts. */
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
