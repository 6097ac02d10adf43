package dev.penstock.rules.config;

import dev.penstock.rules.Mode;
import dev.penstock.rules.config.text.LocatedText;
import dev.penstock.rules.config.text.Synonyms;
import dev.penstock.rules.config.text.Vocabulary;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Parses {@code mode} of a file or a rule. */
final class ModeParser {
  static final Vocabulary MODES =
      new Vocabulary(List.of("enforce", "shadow", "off")).with(Synonyms.OF_MODE);

  private ModeParser() {}

  static Mode parse(@Nullable LocatedText mode, Mode byDefault) {
    if (mode == null) {
      return byDefault;
    }
    if (!MODES.known().contains(mode.value())) {
      MODES.reject(mode, "mode");
      return byDefault;
    }
    return Mode.valueOf(mode.value().toUpperCase(Locale.ROOT));
  }
}
