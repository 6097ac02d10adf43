package dev.penstock.limit;

/** Windows of one length, which start at multiples of it since 1970. */
final class ClockWindows extends Windows {
  private final long periodMicros;
  private final WindowCount count;

  ClockWindows(long periodMicros, WindowCount count) {
    super(window(/* index= */ 0, periodMicros, count));
    this.periodMicros = periodMicros;
    this.count = count;
  }

  @Override
  Window find(long micros) {
    return ofIndex(micros / periodMicros);
  }

  @Override
  Window ofIndex(long index) {
    return window(index, periodMicros, count);
  }

  private static Window window(long index, long periodMicros, WindowCount count) {
    long start = index * periodMicros;
    return new Window(index, start, start + periodMicros, count.state(index, /* current= */ 0));
  }
}
