package dev.penstock.rules.config;

import dev.penstock.rules.ShadowLogSettings;
import dev.penstock.rules.config.text.LocatedText;
import dev.penstock.rules.config.text.LocatedValue;
import dev.penstock.rules.config.text.RulesFolder;
import dev.penstock.rules.config.text.SettingsMap;
import dev.penstock.rules.config.text.Vocabulary;
import dev.penstock.rules.config.value.SizeParser;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses {@code shadow-log}: the log of calls with different decisions. */
final class ShadowLogParser {
  static final Vocabulary KEYS = new Vocabulary(List.of("path", "max-size", "keep", "secret"));
  private static final long MAX_KEPT = 100;

  private ShadowLogParser() {}

  /** The log settings; null if there are none, or if they are invalid, with a problem. */
  static @Nullable ShadowLogSettings parse(@Nullable LocatedValue written, RulesFolder folder) {
    if (written == null) {
      return null;
    }
    if (!written.isMap()) {
      LocatedText path = written.text();
      return path == null
          ? null
          : new ShadowLogSettings(
              folder.find(path.value()).getPath(),
              ShadowLogSettings.DEFAULT_MAX_BYTES,
              ShadowLogSettings.DEFAULT_KEEP,
              /* secret= */ null);
    }
    SettingsMap settings = written.settings(KEYS);
    return settings == null ? null : parse(written, settings, folder);
  }

  private static @Nullable ShadowLogSettings parse(
      LocatedValue written, SettingsMap settings, RulesFolder folder) {
    if (!settings.mentions("path")) {
      written.error("`shadow-log` has no `path`", "add one, such as `path: divergence.jsonl`");
    }
    LocatedText path = settings.text("path");
    LocatedText size = settings.text("max-size");
    Long maxBytes = size == null ? null : SizeParser.parse(size);
    Long keep = settings.number("keep", "the number of files kept", 0, MAX_KEPT);
    String secret = SecretParser.parse(settings.text("secret"));
    return path == null
        ? null
        : new ShadowLogSettings(
            folder.find(path.value()).getPath(),
            maxBytes == null ? ShadowLogSettings.DEFAULT_MAX_BYTES : maxBytes,
            keep == null ? ShadowLogSettings.DEFAULT_KEEP : keep.intValue(),
            secret);
  }
}
