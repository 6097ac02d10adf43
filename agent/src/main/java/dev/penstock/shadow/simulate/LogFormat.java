package dev.penstock.shadow.simulate;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The format of an access log. */
public enum LogFormat {
  /** The Common Log Format; further fields are ignored. */
  COMMON,
  /** The Common Log Format with the optional headers {@code Referer} and {@code User-Agent}. */
  COMBINED,
  /** One JSON object per line. */
  JSONL;

  /** The format of this name; null if there is none. */
  public static @Nullable LogFormat named(String name) {
    for (LogFormat format : values()) {
      if (format.toString().equals(name)) {
        return format;
      }
    }
    return null;
  }

  LogLine line() {
    return this == JSONL ? new JsonLine() : new ClfLine(/* combined= */ this == COMBINED);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
