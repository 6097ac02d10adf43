package dev.penstock.rules.config;

import dev.penstock.limit.Limit;
import dev.penstock.store.redis.script.ScriptedLimit;
import java.util.Optional;

/** The one place that knows which limits can be counted in a Redis. */
public final class CountedInRedis {
  private CountedInRedis() {}

  /** Why a limit cannot be counted there, to be read after a colon; empty if it can. */
  public static Optional<String> whyNot(Limit limit) {
    try {
      ScriptedLimit.of(limit);
      return Optional.empty();
    } catch (IllegalArgumentException tooLarge) {
      return Optional.ofNullable(tooLarge.getMessage());
    }
  }
}
