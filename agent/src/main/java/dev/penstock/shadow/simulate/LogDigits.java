package dev.penstock.shadow.simulate;

/** Parses whole numbers in a log line without allocation. */
final class LogDigits {
  private static final int MAX_DIGITS = 18;

  private LogDigits() {}

  /** The number that these bytes spell; -1 if one of them is not a digit or there are too many. */
  static long number(byte[] text, int from, int to) {
    if (to <= from || to - from > MAX_DIGITS) {
      return -1;
    }
    long number = 0;
    for (int at = from; at < to; at++) {
      int digit = text[at] - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      number = number * 10 + digit;
    }
    return number;
  }
}
