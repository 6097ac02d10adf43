package dev.penstock.rules.config.value;

import dev.penstock.limit.Limit;
import dev.penstock.store.redis.script.ScriptedLimit;
import java.util.Optional;

/** Checks whether Redis can count a limit. */
public final class CountedInRedis {
  private CountedInRedis() {}

  /** The reason, for use after a colon, why Redis cannot count a limit; empty if it can. */
  public static Optional<String> whyNot(Limit limit) {
    try {
      ScriptedLimit.of(limit);
      return Optional.empty();
    } catch (IllegalArgumentException tooLarge) {
      return Optional.ofNullable(tooLarge.getMessage());
    }
  }
}
