package dev.penstock.http;

import org.jspecify.annotations.Nullable;

/** The parts of a response that can announce a rate limit of the remote server. */
public interface OutboundResponse {
  int status();

  /**
   * A header field; the case of its name does not matter, and several lines are joined by commas.
   * Null if there is none.
   */
  @Nullable String field(String name);
}
