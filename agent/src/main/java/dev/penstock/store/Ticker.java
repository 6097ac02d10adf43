package dev.penstock.store;

/** The clock that limits are judged by: microseconds since the epoch, never going back. */
@FunctionalInterface
public interface Ticker {
  /** The time now. */
  long micros();

  /**
   * The machine's clock as it was at the start, moved on by elapsed time alone: an operator or a
   * time server that sets the machine's clock opens no window early and closes none late.
   */
  static Ticker system() {
    long originNanos = System.nanoTime();
    long originMicros = System.currentTimeMillis() * 1000;
    return () -> originMicros + (System.nanoTime() - originNanos) / 1000;
  }
}
