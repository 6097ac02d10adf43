package dev.penstock.shadow.simulate;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Goes through one line of JSON, from value to value. */
final class JsonLineReader {
  /*
   * Strict about what holds a line together, quotes, commas and brackets, and about nothing else: a
   * member that nobody asks for may be any word. Neither recursion nor exceptions, because the text
   * is anybody's. What is wrong is noted, and then there is nothing more to be found.
   */
  private byte[] text = {};
  private int at;
  private int to;
  private boolean broken;

  /** Where the value that was passed last stands; of a string, what is between its quotes. */
  private int from;

  private int end;
  private byte kind;
  private boolean escaped;

  void start(byte[] line, int lineFrom, int lineTo) {
    text = line;
    at = lineFrom;
    to = lineTo;
    broken = false;
  }

  boolean isBroken() {
    return broken;
  }

  /** True if there is nothing left but blanks. */
  boolean isAtEnd() {
    skipBlanks();
    return at == to;
  }

  /** Goes past this character if it comes next. */
  boolean take(char expected) {
    skipBlanks();
    if (broken || at == to || text[at] != expected) {
      return false;
    }
    at++;
    return true;
  }

  /** Goes past this character, which has to come next. */
  void need(char expected) {
    broken |= !take(expected);
  }

  /** Goes past a comma, or past what closes here; true if more follows. */
  boolean more(char close) {
    boolean more = take(',');
    broken |= !more && !take(close);
    return more && !broken;
  }

  private void skipBlanks() {
    while (at < to && (text[at] == ' ' || text[at] == '\t')) {
      at++;
    }
  }

  /** Goes past a member's name, which is the value then. */
  void name() {
    skipBlanks();
    broken |= at == to || text[at] != '"';
    value();
    need(':');
  }

  /** Goes past a value of any kind. */
  void value() {
    skipBlanks();
    if (broken || at == to) {
      broken = true;
      kind = 0;
      from = at;
      end = at;
      return;
    }
    kind = text[at];
    if (kind == '"') {
      string();
    } else if (kind == '{' || kind == '[') {
      int start = at;
      nested();
      from = start;
      end = at;
    } else {
      from = at;
      word();
      end = at;
      broken |= from == end;
    }
  }

  private void string() {
    from = ++at;
    escaped = false;
    while (at < to && text[at] != '"') {
      if (text[at] == '\\') {
        escaped = true;
        at++;
      }
      at++;
    }
    broken |= at >= to;
    end = Math.min(at, to);
    at = Math.min(at + 1, to);
  }

  private void word() {
    while (at < to && ",]} \t\":{[".indexOf(text[at]) < 0) {
      at++;
    }
  }

  private void nested() {
    int depth = 0;
    do {
      byte c = text[at];
      if (c == '"') {
        string();
      } else {
        depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
        at++;
      }
    } while (depth > 0 && at < to);
    broken |= depth > 0;
  }

  int from() {
    return from;
  }

  int end() {
    return end;
  }

  /** True if the value is one of JSON's texts, numbers or truths. */
  boolean isText() {
    return kind == '"' || !(kind == '{' || kind == '[' || isNull());
  }

  boolean isNull() {
    return kind == 'n';
  }

  boolean isObject() {
    return kind == '{';
  }

  boolean isArray() {
    return kind == '[';
  }

  /** True if what stands there cannot be taken as it stands. */
  boolean isEscaped() {
    return kind == '"' && escaped;
  }

  /** True if the value is written like this. */
  boolean is(String word) {
    boolean same = end - from == word.length();
    for (int i = 0; same && i < word.length(); i++) {
      same = text[from + i] == word.charAt(i);
    }
    return same;
  }

  /** The value as text. */
  String asText() {
    return isEscaped()
        ? new String(plain(), StandardCharsets.UTF_8)
        : LogLine.text(text, from, end);
  }

  /** The value with its escapes undone, in UTF-8. */
  byte[] plain() {
    return isEscaped() ? unescaped() : Arrays.copyOfRange(text, from, end);
  }

  private byte[] unescaped() {
    String raw = LogLine.text(text, from, end);
    StringBuilder plain = new StringBuilder(raw.length());
    for (int i = 0; i < raw.length(); i++) {
      char c = raw.charAt(i);
      // The last one can be a backslash only in a text that has no end.
      if (c != '\\' || i + 1 == raw.length()) {
        plain.append(c);
        continue;
      }
      char escape = raw.charAt(++i);
      int known = "\"\\/bfnrt".indexOf(escape);
      if (known >= 0) {
        plain.append("\"\\/\b\f\n\r\t".charAt(known));
      } else if (escape == 'u' && hex(raw, i + 1) >= 0) {
        plain.append((char) hex(raw, i + 1));
        i += 4;
      } else {
        plain.append(escape);
      }
    }
    return plain.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static int hex(String text, int from) {
    int unit = from + 4 > text.length() ? -1 : 0;
    for (int i = from; unit >= 0 && i < from + 4; i++) {
      int digit = Character.digit(text.charAt(i), 16);
      unit = digit < 0 ? -1 : unit << 4 | digit;
    }
    return unit;
  }
}
