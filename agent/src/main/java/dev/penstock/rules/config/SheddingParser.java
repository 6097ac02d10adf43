package dev.penstock.rules.config;

import dev.penstock.rules.LoadShedding;
import dev.penstock.rules.config.text.LocatedValue;
import dev.penstock.rules.config.text.SettingsMap;
import dev.penstock.rules.config.text.Vocabulary;
import dev.penstock.rules.config.value.MatchListParser;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses {@code shed}: which calls are rejected first under overload. */
final class SheddingParser {
  static final Vocabulary KEYS = new Vocabulary(List.of("capacity", "low", "critical"));
  private static final long MAX = 1_000_000;

  private SheddingParser() {}

  static @Nullable LoadShedding parse(@Nullable LocatedValue shed) {
    SettingsMap settings = shed == null ? null : shed.settings(KEYS);
    if (shed == null || settings == null) {
      return null;
    }
    if (!settings.mentions("capacity")) {
      shed.error(
          "`shed` has no `capacity`",
          "add how many requests the JVM can process at once, such as `capacity: 200`");
    }
    Long capacity = settings.number("capacity", "a capacity", 1, MAX);
    LoadShedding shedding =
        new LoadShedding(
            capacity == null ? 1 : capacity.intValue(),
            MatchListParser.plain(settings.value("low")),
            MatchListParser.plain(settings.value("critical")));
    return capacity == null ? null : shedding;
  }
}
