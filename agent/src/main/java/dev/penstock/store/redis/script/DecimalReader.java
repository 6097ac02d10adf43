package dev.penstock.store.redis.script;

/** Reads decimal numbers that are separated by blanks. */
final class DecimalReader {
  private final String text;
  private int at;

  DecimalReader(String text) {
    this.text = text;
  }

  boolean hasNext() {
    return at < text.length();
  }

  /** Returns the next number, or 0 if there is none. */
  long next() {
    long number = 0;
    while (at < text.length() && text.charAt(at) != ' ') {
      number = number * 10 + (text.charAt(at) - '0');
      at++;
    }
    at++;
    return number;
  }
}
