package dev.penstock.call;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A path as it was sent, for servers that hand it on like that. */
public final class RawPath {
  /*
   * Such a path is taken apart first and decoded afterwards, as frameworks do: a slash that was
   * written as %2F is a part of a name then. It stays written so, because in the one spelling that
   * rules are matched against, a slash is never a part of a name.
   */
  private static final int HEX = 16;

  private RawPath() {}

  /** The {@linkplain RequestPath#routed one spelling} of a path that nobody has decoded yet. */
  public static String routed(String raw) {
    return RequestPath.routed(raw.indexOf('%') < 0 && raw.indexOf(';') < 0 ? raw : decoded(raw));
  }

  /** The same for {@link RequestPath#literal}. */
  public static @Nullable String literal(String raw) {
    return RequestPath.literal(raw.indexOf('%') < 0 && raw.indexOf(';') < 0 ? raw : decoded(raw));
  }

  private static String decoded(String raw) {
    StringBuilder path = new StringBuilder(raw.length());
    int start = 0;
    while (start <= raw.length()) {
      int slash = raw.indexOf('/', start);
      int end = slash < 0 ? raw.length() : slash;
      int parameters = raw.indexOf(';', start);
      appendDecoded(path, raw.substring(start, parameters < 0 ? end : Math.min(parameters, end)));
      if (slash >= 0) {
        path.append('/');
      }
      start = end + 1;
    }
    return path.toString();
  }

  private static void appendDecoded(StringBuilder path, String segment) {
    if (segment.indexOf('%') < 0) {
      path.append(segment);
      return;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(segment.length());
    for (int i = 0; i < segment.length(); i++) {
      int escaped = escapedAt(segment, i);
      if (escaped < 0 || escaped == '/' || escaped == '\\') {
        bytes.writeBytes(segment.substring(i, i + 1).getBytes(StandardCharsets.UTF_8));
      } else {
        bytes.write(escaped);
        i += 2;
      }
    }
    path.append(bytes.toString(StandardCharsets.UTF_8));
  }

  /** The byte that is written as an escape here, or -1. */
  private static int escapedAt(String text, int at) {
    if (text.charAt(at) != '%' || at + 2 >= text.length()) {
      return -1;
    }
    int high = Character.digit(text.charAt(at + 1), HEX);
    int low = Character.digit(text.charAt(at + 2), HEX);
    return high < 0 || low < 0 ? -1 : high * HEX + low;
  }
}
