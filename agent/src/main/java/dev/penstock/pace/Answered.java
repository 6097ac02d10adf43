package dev.penstock.pace;

import org.jspecify.annotations.Nullable;

/** What came back from a call that went out, as far as it can teach the pace. */
public interface Answered {
  int status();

  /**
   * A header field, whatever the case of its name; several lines of it are joined by commas; null
   * if there is none.
   */
  @Nullable String field(String name);
}
