package dev.penstock.shadow.simulate;

/** Whole numbers as they stand in a log. */
final class LogDigits {
  private static final int MOST = 18;

  private LogDigits() {}

  /** The number that these bytes are, all of them; -1 if they are none. */
  static long number(byte[] text, int from, int to) {
    if (to <= from || to - from > MOST) {
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
