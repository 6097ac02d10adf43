package dev.penstock.config;

import dev.penstock.rule.Shedding;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads {@code shed}: who goes first when the JVM has too much to do. */
final class SheddingParser {
  static final Vocabulary KEYS = new Vocabulary(List.of("capacity", "low", "critical"));
  private static final long MOST = 1_000_000;

  private SheddingParser() {}

  static @Nullable Shedding parse(@Nullable Value shed) {
    Settings settings = shed == null ? null : shed.settings(KEYS);
    if (shed == null || settings == null) {
      return null;
    }
    if (!settings.mentions("capacity")) {
      shed.error(
          "`shed` has no `capacity`",
          "say how many requests the JVM can have in hand, such as `capacity: 200`");
    }
    Long capacity = settings.number("capacity", "a capacity", 1, MOST);
    Shedding shedding =
        new Shedding(
            capacity == null ? 1 : capacity.intValue(),
            MatchList.plain(settings.value("low")),
            MatchList.plain(settings.value("critical")));
    return capacity == null ? null : shedding;
  }
}
