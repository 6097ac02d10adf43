package dev.penstock.config;

import dev.penstock.limit.Limit;
import java.util.Optional;

/** The one place that knows which limits can be counted in a Redis. */
final class CountedInRedis {
  private CountedInRedis() {}

  /** Why a limit cannot be counted there, to be read after a colon; empty if it can. */
  @SuppressWarnings("UnusedVariable") // every limit can, until one is found that cannot
  static Optional<String> whyNot(Limit limit) {
    return Optional.empty();
  }
}
