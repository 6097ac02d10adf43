package dev.penstock.rules;

import org.jspecify.annotations.Nullable;

/**
 * Where diverging calls are written to.
 *
 * @param path the file; a rules file counts it from its own folder, which is then part of it here
 * @param maxBytes a file that has grown to this size is renamed, and a new one begun
 * @param keep how many renamed files are kept
 * @param secret what clients are hashed with; null for a salt that stands in the log itself, so
 *     that whoever can read the log can ask it for a client they know
 */
public record ShadowLogSettings(String path, long maxBytes, int keep, @Nullable String secret) {
  /** A file has up to 64 MiB if the rules do not say. */
  public static final long USUAL_MAX_BYTES = 64L << 20;

  /** Four renamed files are kept if the rules do not say. */
  public static final int USUAL_KEEP = 4;
}
