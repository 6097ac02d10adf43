package dev.penstock.http;

import org.jspecify.annotations.Nullable;

/** What came back from a call that went out, as far as it can teach how fast to call. */
public interface OutboundResponse {
  int status();

  /**
   * A header field, whatever the case of its name; several lines of it are joined by commas; null
   * if there is none.
   */
  @Nullable String field(String name);
}
