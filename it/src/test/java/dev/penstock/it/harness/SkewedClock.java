package dev.penstock.it.harness;

import java.time.Duration;

/** A clock for the limits of one JVM that differs from the real time by a constant amount. */
public final class SkewedClock {
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

  /** Adds the clock to a JVM before it starts. */
  public static Launch in(Launch launch, Duration ahead) {
    return TickerReplacement.in(launch, TICKER).jvm("-Dfixture.ahead-millis=" + ahead.toMillis());
  }
}
