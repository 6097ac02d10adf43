package dev.penstock.shadow.simulate;

import org.jspecify.annotations.Nullable;

/** A line of the Common Log Format, or of the Combined one, with anything behind it. */
final class ClfLine extends LogLine {
  /*
   *   1.2.3.4 - frank [10/Oct/2000:13:55:36 -0700] "GET /a HTTP/1.0" 200 2326 "referer" "agent"
   *
   * Servers write quotes within quotes as \" or \x22 or, some of them, as they are. So a quote ends a
   * field only before a blank or the end of the line, and not after a backslash. A user may have
   * blanks in its name: it ends at the bracket. What follows the status is read only if a rule asks
   * for it.
   */
  private static final String NOT_CLF = "not a line of the common or combined log format";

  private final boolean combined;
  private final LogTime time = new LogTime();
  private byte[] text = {};
  private int at;
  private int to;
  private int userFrom;
  private int userTo;

  /** Whether the field that was read last has a backslash in it. */
  private boolean escaped;

  ClfLine(boolean combined) {
    this.combined = combined;
  }

  @Override
  @Nullable String read(byte[] line, int from, int end) {
    text = line;
    at = from;
    to = end;
    int hostEnd = blank(from);
    int identEnd = blank(hostEnd + 1);
    if (identEnd >= to || !takeUser(identEnd + 1)) {
      return NOT_CLF;
    }
    remote = hostEnd == from + 1 && line[from] == '-' ? "" : text(line, from, hostEnd);
    int close = indexOf(']', at);
    micros = time.micros(line, at, close);
    if (micros == LogTime.UNREADABLE || micros > LAST_MICROS) {
      return close < to ? "the time cannot be read" : NOT_CLF;
    }
    if (close + 2 >= to || line[close + 2] != '"') {
      return NOT_CLF;
    }
    int quote = quote(close + 3);
    if (quote < 0) {
      return "the request has no end";
    }
    at = quote + 1;
    return takeStatus() ? request(close + 3, quote) : "the status is not a number";
  }

  /** The user ends where the time begins, so that it may have blanks in it. */
  private boolean takeUser(int from) {
    int bracket = indexOf('[', from);
    while (bracket < to && !isTimeAfter(bracket)) {
      bracket = indexOf('[', bracket + 1);
    }
    userFrom = from;
    userTo = bracket - 1;
    at = bracket + 1;
    return bracket < to && userTo > userFrom;
  }

  private boolean isTimeAfter(int bracket) {
    return text[bracket - 1] == ' ' && bracket + 3 < to && text[bracket + 3] == '/';
  }

  private boolean takeStatus() {
    int from = at + 1;
    int end = blank(from);
    at = end;
    if (end == from + 1 && text[from] == '-') {
      status = USUAL_STATUS;
      return true;
    }
    status = (int) LogDigits.number(text, from, Math.min(end, from + 4));
    return end == from + 3 && status >= 0;
  }

  private @Nullable String request(int from, int end) {
    if (!escaped) {
      return request(text, from, end);
    }
    byte[] plain = ClfEscapes.undone(text, from, end);
    return request(plain, 0, plain.length);
  }

  /** Reads {@code GET /path HTTP/1.1}; what is between may have blanks, the end may be missing. */
  private @Nullable String request(byte[] request, int from, int end) {
    int first = from;
    while (first < end && request[first] != ' ') {
      first++;
    }
    if (first == end || !isMethod(request, from, first)) {
      return "the request is not one of HTTP";
    }
    method = method(request, from, first);
    int last = end - 1;
    while (last > first && request[last] != ' ') {
      last--;
    }
    boolean hasVersion = last > first && startsWith(request, last + 1, end, "http/");
    return target(request, first + 1, hasVersion ? last : end) ? null : NO_PATH;
  }

  private int blank(int from) {
    int end = from;
    while (end < to && text[end] != ' ') {
      end++;
    }
    return end;
  }

  private int indexOf(char c, int from) {
    int found = from;
    while (found < to && text[found] != c) {
      found++;
    }
    return found;
  }

  /** The quote that ends a field, or -1. */
  private int quote(int from) {
    escaped = false;
    for (int i = from; i < to; i++) {
      byte c = text[i];
      if (c == '"' && (i + 1 == to || text[i + 1] == ' ')) {
        return i;
      }
      if (c == '\\') {
        escaped = true;
        i++;
      }
    }
    return -1;
  }

  @Override
  public @Nullable String user() {
    int length = userTo - userFrom;
    boolean absent =
        (length == 1 && text[userFrom] == '-')
            || (length == 2 && text[userFrom] == '"' && text[userFrom + 1] == '"');
    return absent ? null : unescaped(userFrom, userTo);
  }

  @Override
  @Nullable String field(String name, boolean all) {
    if (!combined) {
      return null;
    }
    if (name.equalsIgnoreCase("Referer")) {
      return quoted(/* skipped= */ 0);
    }
    return name.equalsIgnoreCase("User-Agent") ? quoted(/* skipped= */ 1) : null;
  }

  /** A field in quotes after the size of the answer; null if there is none or it is a dash. */
  private @Nullable String quoted(int skipped) {
    int from = blank(Math.min(to, at + 1)) + 1;
    for (int field = 0; ; field++) {
      if (from >= to || text[from] != '"') {
        return null;
      }
      int end = quote(from + 1);
      if (end < 0) {
        return null;
      }
      if (field == skipped) {
        boolean absent = end == from + 2 && text[from + 1] == '-';
        return absent ? null : unescaped(from + 1, end);
      }
      from = end + 2;
    }
  }

  private String unescaped(int from, int end) {
    for (int i = from; i < end; i++) {
      if (text[i] == '\\') {
        byte[] plain = ClfEscapes.undone(text, from, end);
        return text(plain, 0, plain.length);
      }
    }
    return text(text, from, end);
  }
}
