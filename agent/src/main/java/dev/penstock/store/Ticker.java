package dev.penstock.store;

/** The clock of the limits: microseconds since the epoch, which never go back. */
@FunctionalInterface
public interface Ticker {
  /** The current time. */
  long micros();

  /**
   * The time of the machine at the start plus the elapsed time. So setting the clock of the machine
   * opens no window early and closes none late.
   */
  static Ticker system() {
    long originNanos = System.nanoTime();
    long originMicros = System.currentTimeMillis() * 1000;
    return () -> originMicros + (System.nanoTime() - originNanos) / 1000;
  }
}
