package dev.penstock.limit;

/** Windows of one length, which start at multiples of it since 1970. */
final class ClockWindows extends Windows {
  private final long periodMicros;

  ClockWindows(long periodMicros) {
    super(window(/* index= */ 0, periodMicros));
    this.periodMicros = periodMicros;
  }

  @Override
  Window find(long micros) {
    return window(micros / periodMicros, periodMicros);
  }

  @Override
  Window ofIndex(long index) {
    return window(index, periodMicros);
  }

  private static Window window(long index, long periodMicros) {
    return new Window(index, index * periodMicros, (index + 1) * periodMicros);
  }
}
