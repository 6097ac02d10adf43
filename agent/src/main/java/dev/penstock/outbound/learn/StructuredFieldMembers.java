package dev.penstock.outbound.learn;

import java.util.Arrays;

/**
 * Iterates over the members of a structured field (RFC 9651): {@code "burst";q=100;w=60, "day";q=9}
 * or {@code limit=10, reset=7}.
 */
final class StructuredFieldMembers {
  /*
   * Only the name of a member, its number and its parameters of one letter are kept; the rest is
   * only checked for its syntax. RFC 9651 says to ignore a field with a syntax error as a whole.
   */
  static final long ABSENT = -1;

  private static final String PLAIN = "!#$%&'*+-.^_`|~:/@?";

  private final String text;
  private final long[] parameters = new long['z' - 'a' + 1];
  private int at;
  private boolean isMalformed;
  private String name = "";
  private long number;
  private String unit = "";

  StructuredFieldMembers(String text) {
    this.text = text;
  }

  /** True if there is a member and the syntax of all members is correct. */
  static boolean areReadable(String text) {
    StructuredFieldMembers members = new StructuredFieldMembers(text);
    int count = 0;
    while (members.next()) {
      count++;
    }
    return !members.isMalformed && count > 0;
  }

  /** Moves to the next member; returns false if there is none or the syntax is wrong. */
  boolean next() {
    skipBlanks();
    if (isMalformed || at >= text.length()) {
      return false;
    }
    Arrays.fill(parameters, ABSENT);
    unit = "";
    name = parseWord();
    number = wholeNumber(name);
    isMalformed |= name.isEmpty();
    if (skip('=')) {
      number = wholeNumber(parseWord());
    }
    while (!isMalformed && skip(';')) {
      parseParameter();
    }
    skipBlanks();
    boolean hasMore = skip(',');
    skipBlanks();
    isMalformed |= hasMore == (at >= text.length());
    return !isMalformed;
  }

  /** Returns the name of a policy, or the key of a dictionary. */
  String name() {
    return name;
  }

  /** Returns the item itself or the value of the key, if it is a whole number. */
  long number() {
    return number;
  }

  /** Returns the number of a parameter, or {@link #ABSENT}. */
  long parameter(char letter) {
    return parameters[letter - 'a'];
  }

  /** Returns the quota unit, the parameter {@code qu}. */
  String unit() {
    return unit;
  }

  private void parseParameter() {
    skipBlanks();
    String key = parseWord();
    isMalformed |= key.isEmpty();
    String value = skip('=') ? parseWord() : "";
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

  /** Parses a string without its quotes, a token, a number, a boolean or bytes. */
  private String parseWord() {
    if (skip('"')) {
      return parseQuoted();
    }
    int start = at;
    boolean isBytes = skip(':');
    while (at < text.length()
        && (isPlain(text.charAt(at)) || (isBytes && text.charAt(at) == '='))) {
      at++;
    }
    return text.substring(start, at);
  }

  private String parseQuoted() {
    StringBuilder value = new StringBuilder();
    while (at < text.length() && text.charAt(at) != '"') {
      if (text.charAt(at) == '\\') {
        at++;
      }
      if (at < text.length()) {
        value.append(text.charAt(at++));
      }
    }
    isMalformed |= !skip('"') || value.isEmpty();
    return value.toString();
  }

  private static boolean isPlain(char c) {
    return DecimalParser.isDigit(c)
        || (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || PLAIN.indexOf(c) >= 0;
  }

  private boolean skip(char expected) {
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
