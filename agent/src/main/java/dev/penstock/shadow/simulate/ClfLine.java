package dev.penstock.shadow.simulate;

import org.jspecify.annotations.Nullable;

/** A log line in the Common or the Combined Log Format; ignores further fields. */
final class ClfLine extends LogLine {
  /*
   *   1.2.3.4 - frank [10/Oct/2000:13:55:36 -0700] "GET /a HTTP/1.0" 200 2326 "referer" "agent"
   *
   * Some servers write a quote inside a quoted field as \" or \x22, others as it is. So a quote
   * ends a field only before a space or the end of the line, and not after a backslash. A user name
   * may contain spaces: it ends at the bracket. Fields after the status are read only if a rule
   * needs them.
   */
  private static final String NOT_CLF = "not in the common or combined log format";

  private final boolean combined;
  private final LogTime time = new LogTime();
  private byte[] text = {};
  private int at;
  private int to;
  private int userFrom;
  private int userTo;

  /** True if the field that was read last contains a backslash. */
  private boolean escaped;

  ClfLine(boolean combined) {
    this.combined = combined;
  }

  @Override
  @Nullable String read(byte[] line, int from, int end) {
    text = line;
    at = from;
    to = end;
    int hostEnd = spaceFrom(from);
    int identEnd = spaceFrom(hostEnd + 1);
    if (identEnd >= to || !takeUser(identEnd + 1)) {
      return NOT_CLF;
    }
    remote = hostEnd == from + 1 && line[from] == '-' ? "" : text(line, from, hostEnd);
    int close = indexOf(']', at);
    micros = time.micros(line, at, close);
    if (micros == LogTime.INVALID || micros > LAST_MICROS) {
      return close < to ? "the time is invalid" : NOT_CLF;
    }
    if (close + 2 >= to || line[close + 2] != '"') {
      return NOT_CLF;
    }
    int quote = closingQuote(close + 3);
    if (quote < 0) {
      return "the closing quote of the request is missing";
    }
    at = quote + 1;
    return takeStatus() ? request(close + 3, quote) : "the status is not a number";
  }

  /** Reads the user, which ends where the time begins, so that it may contain spaces. */
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
    int end = spaceFrom(from);
    at = end;
    if (end == from + 1 && text[from] == '-') {
      status = DEFAULT_STATUS;
      return true;
    }
    status = (int) LogDigits.number(text, from, Math.min(end, from + 4));
    return end == from + 3 && status >= 0;
  }

  private @Nullable String request(int from, int end) {
    if (!escaped) {
      return request(text, from, end);
    }
    byte[] plain = ClfEscapes.unescape(text, from, end);
    return request(plain, 0, plain.length);
  }

  /** Reads {@code GET /path HTTP/1.1}; the path may contain spaces, the version may be missing. */
  private @Nullable String request(byte[] request, int from, int end) {
    int first = from;
    while (first < end && request[first] != ' ') {
      first++;
    }
    if (first == end || !isMethod(request, from, first)) {
      return "not an HTTP request";
    }
    method = method(request, from, first);
    int last = end - 1;
    while (last > first && request[last] != ' ') {
      last--;
    }
    boolean hasVersion = last > first && startsWith(request, last + 1, end, "http/");
    return target(request, first + 1, hasVersion ? last : end) ? null : NO_PATH;
  }

  private int spaceFrom(int from) {
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

  /** The index of the quote that ends a field; -1 if it is missing. */
  private int closingQuote(int from) {
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

  /** A quoted field after the response size; null if it is missing or a dash. */
  private @Nullable String quoted(int skipped) {
    int from = spaceFrom(Math.min(to, at + 1)) + 1;
    for (int field = 0; ; field++) {
      if (from >= to || text[from] != '"') {
        return null;
      }
      int end = closingQuote(from + 1);
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
        byte[] plain = ClfEscapes.unescape(text, from, end);
        return text(plain, 0, plain.length);
      }
    }
    return text(text, from, end);
  }
}
