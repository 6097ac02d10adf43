package dev.penstock.rules;

import org.jspecify.annotations.Nullable;

/**
 * The address and the token of the console.
 *
 * @param host the address that the console binds to
 * @param port the port; 0 for any free port
 * @param token required for changes, and for all access from other machines; null if the agent
 *     generates a token that only the command line can read
 */
public record ConsoleSettings(String host, int port, @Nullable String token) {
  /** The default host, which other machines cannot reach. */
  public static final String LOOPBACK = "127.0.0.1";

  /** Omits the token, so that the result can be logged. */
  @Override
  public String toString() {
    return host + ":" + port + (token == null ? "" : " with a token");
  }
}
