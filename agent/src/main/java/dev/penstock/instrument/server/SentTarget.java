package dev.penstock.instrument.server;

import org.jspecify.annotations.Nullable;

/**
 * The target in the first line of a request.
 *
 * @param path still encoded, also of {@code http://host/path}
 * @param query still encoded, without the question mark
 */
public record SentTarget(String path, @Nullable String query) {
  private static final String AFTER_SCHEME = "://";

  /** Splits a target as the client sent it. */
  public static SentTarget of(String target) {
    int mark = target.indexOf('?');
    String path = mark < 0 ? target : target.substring(0, mark);
    String query = mark < 0 ? null : target.substring(mark + 1);
    return new SentTarget(withoutAuthority(path), query);
  }

  private static String withoutAuthority(String path) {
    int scheme = path.startsWith("/") ? -1 : path.indexOf(AFTER_SCHEME);
    if (scheme < 0) {
      return path;
    }
    int start = path.indexOf('/', scheme + AFTER_SCHEME.length());
    return start < 0 ? "/" : path.substring(start);
  }
}
