package dev.penstock.operator.jmx;

import dev.penstock.rules.Mode;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What modes are called in MBeans. */
final class ModeName {
  /** No mode, but what the rules file says. */
  private static final String FILE = "file";

  private ModeName() {}

  static String of(Mode mode) {
    return mode.name().toLowerCase(Locale.ROOT);
  }

  /** The mode of a word; null for that of the rules file. */
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
