package dev.penstock.shadow.simulate;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How a log is written. */
public enum LogFormat {
  /** The Common Log Format; what may follow it is not looked at. */
  COMMON,
  /** The same with the headers {@code Referer} and {@code User-Agent}, or without after all. */
  COMBINED,
  /** One object of JSON in each line. */
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
