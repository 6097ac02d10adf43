package dev.penstock.instrument;

import java.util.Enumeration;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Joins the lines of a header field. */
public final class HeaderLines {
  private HeaderLines() {}

  /**
   * The lines of an outbound call or its response, with a comma and a blank between them; null if
   * there is none.
   */
  public static @Nullable String joined(@Nullable List<?> lines) {
    return lines == null ? null : join(lines.iterator(), ", ");
  }

  /** The lines of an inbound request, with a comma between them; null if there is none. */
  public static @Nullable String compact(@Nullable Iterable<?> lines) {
    return lines == null ? null : join(lines.iterator(), ",");
  }

  /** The lines of an inbound request, with a comma between them; null if there is none. */
  public static @Nullable String compact(@Nullable Enumeration<?> lines) {
    return lines == null ? null : join(lines.asIterator(), ",");
  }

  private static @Nullable String join(Iterator<?> lines, String separator) {
    if (!lines.hasNext()) {
      return null;
    }
    String first = String.valueOf(lines.next());
    if (!lines.hasNext()) {
      return first;
    }
    StringBuilder joined = new StringBuilder(first);
    while (lines.hasNext()) {
      joined.append(separator).append(lines.next());
    }
    return joined.toString();
  }
}
