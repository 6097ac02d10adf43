package dev.penstock.instrument.reactor;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The lines of a header field. */
final class Lines {
  private Lines() {}

  /** All of them in one; null if there is none. */
  static @Nullable String joined(@Nullable List<?> lines) {
    if (lines == null || lines.isEmpty()) {
      return null;
    }
    return lines.stream().map(String::valueOf).collect(Collectors.joining(", "));
  }
}
