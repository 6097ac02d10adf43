package dev.penstock.config;

import dev.penstock.limit.Limit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads {@code rate}, {@code burst} and {@code algorithm}, which only make sense together. */
final class LimitParser {
  private static final Vocabulary ALGORITHMS =
      new Vocabulary(
          List.of("sliding-window", "fixed-window", "token-bucket"),
          List.of("sliding-log", "gcra", "leaky-bucket"));

  private LimitParser() {}

  /** The limit; null, and a problem, if the three do not make one. */
  static @Nullable Limit parse(@Nullable Text rateText, Settings settings) {
    Rate rate = rateText == null ? null : RateParser.parse(rateText);
    Text burstText = settings.text("burst");
    Long burst =
        burstText == null ? null : WholeNumber.parse(burstText, "a burst", 1, Long.MAX_VALUE);
    Algorithm algorithm = algorithm(settings);
    if (algorithm == null || rate == null || (burst == null && settings.mentions("burst"))) {
      return null;
    }
    if (rate.permits() > algorithm.mostPermits(rate.periodMicros())) {
      refuse(rate, algorithm);
      return null;
    }
    return limit(algorithm, rate, burst, burstText == null ? rate.number() : burstText);
  }

  private static @Nullable Algorithm algorithm(Settings settings) {
    Text text = settings.text("algorithm");
    if (text == null) {
      boolean unclear = settings.mentions("algorithm");
      Algorithm implied =
          settings.mentions("burst") ? Algorithm.TOKEN_BUCKET : Algorithm.SLIDING_WINDOW;
      return unclear ? null : implied;
    }
    for (Algorithm algorithm : Algorithm.values()) {
      if (algorithm.word().equals(text.value())) {
        checkBurst(algorithm, settings);
        return algorithm;
      }
    }
    ALGORITHMS.refuse(text, "algorithm");
    return null;
  }

  private static void checkBurst(Algorithm algorithm, Settings settings) {
    if (algorithm != Algorithm.TOKEN_BUCKET) {
      settings.errorAt(
          "burst",
          "a " + Words.code(algorithm.word()) + " has no burst",
          "remove `burst`, or write `algorithm: token-bucket`");
    }
  }

  private static void refuse(Rate rate, Algorithm algorithm) {
    rate.number()
        .error(
            "a "
                + Words.code(algorithm.word())
                + " counts at most "
                + algorithm.mostPermits(rate.periodMicros())
                + " in this time",
            algorithm == Algorithm.TOKEN_BUCKET
                ? "write a smaller number"
                : "write a smaller number, or `algorithm: token-bucket`");
  }

  private static @Nullable Limit limit(
      Algorithm algorithm, Rate rate, @Nullable Long burst, Text blamed) {
    try {
      return algorithm.limit(rate, burst == null ? rate.permits() : burst);
    } catch (IllegalArgumentException | ArithmeticException e) {
      blamed.error(String.valueOf(e.getMessage()), "write a smaller number");
      return null;
    }
  }
}
