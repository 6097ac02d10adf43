package dev.penstock.instrument;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The lines of a header field of a call that goes out, or of the answer to it. */
public final class HeaderLines {
  private HeaderLines() {}

  /** All of them in one, with commas between them; null if there is none. */
  public static @Nullable String joined(@Nullable List<?> lines) {
    if (lines == null || lines.isEmpty()) {
      return null;
    }
    StringBuilder joined = new StringBuilder().append(lines.get(0));
    for (int i = 1; i < lines.size(); i++) {
      joined.append(", ").append(lines.get(i));
    }
    return joined.toString();
  }
}
