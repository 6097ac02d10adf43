package dev.penstock.outbound.learn;

import java.util.Arrays;

/**
 * Goes through the members of a structured field (RFC 9651): {@code "burst";q=100;w=60, "day";q=9}
 * or {@code limit=10, reset=7}.
 */
final class StructuredFieldMembers {
  /*
   * All that matters here are a member's name, its number and its parameters of one letter, so
   * that is all that is kept; the rest is only checked to be well-formed. A field that is not is
   * broken from its first member on: RFC 9651 says to ignore it as a whole.
   */
  static final long ABSENT = -1;

  private static final String PLAIN = "!#$%&'*+-.^_`|~:/@?";

  private final String text;
  private final long[] parameters = new long['z' - 'a' + 1];
  private int at;
  private boolean broken;
  private String name = "";
  private long number;
  private String unit = "";

  StructuredFieldMembers(String text) {
    this.text = text;
  }

  /** True if every member can be read. */
  static boolean areReadable(String text) {
    StructuredFieldMembers members = new StructuredFieldMembers(text);
    int count = 0;
    while (members.next()) {
      count++;
    }
    return !members.broken && count > 0;
  }

  /** Moves on to the next member. */
  boolean next() {
    skipBlanks();
    if (broken || at >= text.length()) {
      return false;
    }
    Arrays.fill(parameters, ABSENT);
    unit = "";
    name = word();
    number = wholeNumber(name);
    broken |= name.isEmpty();
    if (take('=')) {
      number = wholeNumber(word());
    }
    while (!broken && take(';')) {
      parameter();
    }
    skipBlanks();
    boolean more = take(',');
    skipBlanks();
    broken |= more == (at >= text.length());
    return !broken;
  }

  /** The policy or the key. */
  String name() {
    return name;
  }

  /** The item itself, or what the key is set to, if that is a whole number. */
  long number() {
    return number;
  }

  /** The number of a parameter. */
  long parameter(char letter) {
    return parameters[letter - 'a'];
  }

  /** What is counted: the parameter {@code qu}. */
  String unit() {
    return unit;
  }

  private void parameter() {
    skipBlanks();
    String key = word();
    broken |= key.isEmpty();
    String value = take('=') ? word() : "";
    if (key.equals("qu")) {
      unit = value;
    } else if (key.length() == 1 && key.charAt(0) >= 'a' && key.charAt(0) <= 'z') {
      parameters[key.charAt(0) - 'a'] = wholeNumber(value);
    }
  }

  private static long wholeNumber(String word) {
    int digits = DecimalParser.endOfDigits(word, 0, word.length());
    return digits == 0 || digits > 15 || digits < word.length() ? ABSENT : Long.parseLong(word);
  }

  /** A string without its quotes, a token, a number, a truth or bytes. */
  private String word() {
    if (take('"')) {
      return quoted();
    }
    int start = at;
    boolean bytes = take(':');
    while (at < text.length() && (isPlain(text.charAt(at)) || (bytes && text.charAt(at) == '='))) {
      at++;
    }
    return text.substring(start, at);
  }

  private String quoted() {
    StringBuilder value = new StringBuilder();
    while (at < text.length() && text.charAt(at) != '"') {
      if (text.charAt(at) == '\\') {
        at++;
      }
      if (at < text.length()) {
        value.append(text.charAt(at++));
      }
    }
    broken |= !take('"') || value.isEmpty();
    return value.toString();
  }

  private static boolean isPlain(char c) {
    return DecimalParser.isDigit(c)
        || (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || PLAIN.indexOf(c) >= 0;
  }

  private boolean take(char expected) {
    if (at >= text.length() || text.charAt(at) != expected) {
      return false;
    }
    at++;
    return true;
  }

  private void skipBlanks() {
    at = DecimalParser.skipBlanks(text, at, text.length());
  }
}
