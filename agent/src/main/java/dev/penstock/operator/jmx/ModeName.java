package dev.penstock.operator.jmx;

import dev.penstock.rules.Mode;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Names of modes in MBeans. */
final class ModeName {
  /** Selects the mode of the rules file. */
  private static final String FILE = "file";

  private ModeName() {}

  static String of(Mode mode) {
    return mode.name().toLowerCase(Locale.ROOT);
  }

  /** Parses a mode; null for the mode of the rules file. */
  static @Nullable Mode toMode(@Nullable String word) {
    String plain = word == null ? "" : word.strip().toLowerCase(Locale.ROOT);
    if (plain.equals(FILE)) {
      return null;
    }
    for (Mode mode : Mode.values()) {
      if (plain.equals(of(mode))) {
        return mode;
      }
    }
    throw new IllegalArgumentException(
        "a mode is `enforce`, `shadow`, `off` or `file`, was `" + word + "`");
  }
}
