package dev.penstock.it;

import java.time.Duration;

/** The clock that the limits of one JVM are judged by, fast or slow by the same amount for ever. */
final class SkewedClock {
  private static final String TICKER =
      """
      package dev.penstock.store;

      public interface Ticker {
        long micros();

        static Ticker system() {
          long originNanos = System.nanoTime();
          long originMicros =
              System.currentTimeMillis() * 1000 + Long.getLong("fixture.ahead-millis") * 1000;
          return () -> originMicros + (System.nanoTime() - originNanos) / 1000;
        }
      }
      """;

  private SkewedClock() {}

  /** Puts such a clock into a JVM that is about to be started. */
  static Launch in(Launch launch, Duration ahead) {
    return OtherTicker.in(launch, TICKER).jvm("-Dfixture.ahead-millis=" + ahead.toMillis());
  }
}
