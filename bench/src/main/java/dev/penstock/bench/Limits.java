package dev.penstock.bench;

import dev.penstock.limit.FixedWindow;
import dev.penstock.limit.Limit;
import dev.penstock.limit.SlidingWindow;
import dev.penstock.limit.TokenBucket;
import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import java.time.Duration;

/** Limits that admit every call, because the benchmarks measure admitted calls. */
final class Limits {
  private static final long SECOND_MICROS = 1_000_000;
  private static final long HOUR_MICROS = 3600 * SECOND_MICROS;
  private static final long BILLION = 1_000_000_000;

  private Limits() {}

  static Limit wide(String algorithm) {
    return switch (algorithm) {
      case "token-bucket" -> new TokenBucket(BILLION, SECOND_MICROS, BILLION);
      case "fixed-window" -> new FixedWindow(BILLION, SECOND_MICROS);
      case "sliding-window" ->
          new SlidingWindow(SlidingWindow.mostPermits(HOUR_MICROS), HOUR_MICROS);
      default -> throw new IllegalArgumentException(algorithm);
    };
  }

  /** A limit under which a key that was seen once stays in the table for a while. */
  static Limit slow(String algorithm) {
    return switch (algorithm) {
      case "token-bucket" -> new TokenBucket(1, HOUR_MICROS, 10);
      case "fixed-window" -> new FixedWindow(10, 24 * HOUR_MICROS);
      case "sliding-window" -> new SlidingWindow(10, 24 * HOUR_MICROS);
      default -> throw new IllegalArgumentException(algorithm);
    };
  }

  static Bucket bucket4j() {
    return Bucket.builder()
        .addLimit(
            Bandwidth.builder()
                .capacity(BILLION)
                .refillGreedy(BILLION, Duration.ofSeconds(1))
                .build())
        .build();
  }
}
