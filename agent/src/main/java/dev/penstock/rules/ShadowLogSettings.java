package dev.penstock.rules;

import org.jspecify.annotations.Nullable;

/**
 * The log of calls on which the candidate decides differently.
 *
 * @param path the log file; a relative path in a rules file is already resolved against its folder
 * @param maxBytes the size at which the file is renamed and a new one is started
 * @param keep the number of renamed files to keep
 * @param secret the secret that clients are hashed with; null for a salt that is stored in the log,
 *     with which every reader of the log can look up a client that they know
 */
public record ShadowLogSettings(String path, long maxBytes, int keep, @Nullable String secret) {
  /** The default of {@code max-size}: 64 MiB. */
  public static final long DEFAULT_MAX_BYTES = 64L << 20;

  /** The default of {@code keep}. */
  public static final int DEFAULT_KEEP = 4;
}
