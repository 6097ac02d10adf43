package dev.penstock.rules;

import org.jspecify.annotations.Nullable;

/**
 * Where the console listens.
 *
 * @param host the address it is bound to
 * @param port 0 for any that is free
 * @param token what has to be shown for any change, and beyond loopback for any look; null if the
 *     agent makes one up, which it tells nobody but the command line
 */
public record ConsoleSettings(String host, int port, @Nullable String token) {
  /** Nobody else's machine can reach it there. */
  public static final String LOOPBACK = "127.0.0.1";

  /** Without the token: this may be logged. */
  @Override
  public String toString() {
    return host + ":" + port + (token == null ? "" : " with a token");
  }
}
