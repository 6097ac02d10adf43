package dev.penstock.config;

import dev.penstock.limit.Limit;
import dev.penstock.twin.Twin;
import java.util.Optional;

/** The one place that knows which limits can be counted in a Redis. */
final class CountedInRedis {
  private CountedInRedis() {}

  /** Why a limit cannot be counted there, to be read after a colon; empty if it can. */
  static Optional<String> whyNot(Limit limit) {
    try {
      Twin.of(limit);
      return Optional.empty();
    } catch (IllegalArgumentException tooLarge) {
      return Optional.ofNullable(tooLarge.getMessage());
    }
  }
}
