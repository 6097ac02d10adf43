package dev.penstock.rules.key;

import org.jspecify.annotations.Nullable;

/** Finds one member of a JSON object and skips all the others. */
final class JsonMember {
  /*
   * Small, because a library that reads all of JSON is not; without recursion and exceptions,
   * because the text is anybody's. Text that is not an object has no members. Of members with the
   * same name the last one counts, as it does for nearly every library that applications use.
   */
  private final String text;
  private int at;
  private boolean broken;

  JsonMember(String text) {
    this.text = text;
  }

  /** The member's text, number or truth; null if it is something else or the object lacks it. */
  @Nullable String valueOf(String name) {
    String found = null;
    boolean more = take('{') && !take('}');
    while (more && !broken) {
      skipBlanks();
      String member = string();
      broken |= !take(':');
      skipBlanks();
      String value = value();
      found = name.equals(member) ? value : found;
      more = take(',');
      broken |= !more && !take('}');
    }
    skipBlanks();
    return broken || at < text.length() ? null : found;
  }

  private boolean take(char expected) {
    skipBlanks();
    if (peek() != expected) {
      return false;
    }
    at++;
    return true;
  }

  private void skipBlanks() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  /** The character at hand; a NUL, which JSON has no use for, at the end. */
  private char peek() {
    return at < text.length() ? text.charAt(at) : '\0';
  }

  private @Nullable String value() {
    char first = peek();
    if (broken) {
      return null;
    }
    if (first == '"') {
      return string();
    }
    if (first == '{' || first == '[') {
      skipNested();
      return null;
    }
    int start = at;
    while (isPlain(peek())) {
      at++;
    }
    String word = text.substring(start, at);
    boolean number = isNumber(word);
    boolean truth = word.equals("true") || word.equals("false");
    broken |= !number && !truth && !word.equals("null");
    return number || truth ? word : null;
  }

  private static boolean isNumber(String word) {
    for (int i = 0; i < word.length(); i++) {
      if ("0123456789+-.eE".indexOf(word.charAt(i)) < 0) {
        return false;
      }
    }
    return !word.isEmpty() && "-0123456789".indexOf(word.charAt(0)) >= 0;
  }

  private static boolean isPlain(char c) {
    return (c >= '0' && c <= '9')
        || (c >= 'a' && c <= 'z')
        || c == '-'
        || c == '+'
        || c == '.'
        || c == 'E';
  }

  private void skipNested() {
    int depth = 0;
    do {
      char c = peek();
      if (c == '"') {
        string();
      } else {
        depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
        at++;
      }
      broken |= at > text.length();
    } while (depth > 0 && !broken);
  }

  /** Reads a string in quotes. */
  private @Nullable String string() {
    if (peek() != '"') {
      broken = true;
      return null;
    }
    int start = ++at;
    while (peek() >= ' ' && peek() != '"' && peek() != '\\') {
      at++;
    }
    if (peek() == '"') {
      return text.substring(start, at++);
    }
    return withEscapes(new StringBuilder(text.substring(start, at)));
  }

  private @Nullable String withEscapes(StringBuilder value) {
    while (peek() >= ' ' && peek() != '"' && !broken) {
      char c = text.charAt(at++);
      value.append(c == '\\' ? escaped() : c);
    }
    broken |= peek() != '"';
    at++;
    return broken ? null : value.toString();
  }

  private char escaped() {
    char c = peek();
    at++;
    int plain = "\"\\/bfnrt".indexOf(c);
    if (plain >= 0) {
      return "\"\\/\b\f\n\r\t".charAt(plain);
    }
    broken |= c != 'u' || at + 4 > text.length();
    int unit = 0;
    for (int end = at + 4; !broken && at < end; at++) {
      int digit = Character.digit(text.charAt(at), 16);
      broken = digit < 0 || text.charAt(at) > 'f';
      unit = unit << 4 | digit;
    }
    return (char) unit;
  }
}
