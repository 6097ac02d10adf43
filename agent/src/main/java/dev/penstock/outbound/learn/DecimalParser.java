package dev.penstock.outbound.learn;

/** Parses a decimal number to a number of millionths, so that seconds become microseconds. */
final class DecimalParser {
  /** The text is not a number. */
  static final long UNREADABLE = Long.MIN_VALUE;

  /** Larger numbers become this one, so that no computation overflows. */
  static final long MAX = 4_000_000_000_000_000_000L;

  private static final long MILLION = 1_000_000;

  private DecimalParser() {}

  static long millionths(String text) {
    return millionths(text, 0, text.length());
  }

  /** Parses digits with an optional sign and decimals; rounds up to a millionth. */
  static long millionths(String text, int from, int to) {
    int start = skipBlanks(text, from, to);
    int end = to;
    while (end > start && isBlank(text.charAt(end - 1))) {
      end--;
    }
    boolean isNegative = start < end && text.charAt(start) == '-';
    long value = unsigned(text, isNegative ? start + 1 : start, end);
    return value == UNREADABLE || !isNegative ? value : -value;
  }

  private static long unsigned(String text, int start, int end) {
    int point = endOfDigits(text, start, end);
    if (point == start) {
      return UNREADABLE;
    }
    long number = whole(text, start, point);
    if (point == end) {
      return number;
    }
    boolean hasDecimals = text.charAt(point) == '.' && point + 1 < end;
    if (!hasDecimals || endOfDigits(text, point + 1, end) < end) {
      return UNREADABLE;
    }
    return Math.min(MAX, number + fraction(text, point + 1, end));
  }

  private static long whole(String text, int start, int end) {
    long number = 0;
    for (int i = start; i < end && number <= MAX / MILLION; i++) {
      number = number * 10 + (text.charAt(i) - '0');
    }
    return number > MAX / MILLION ? MAX : number * MILLION;
  }

  private static long fraction(String text, int start, int end) {
    long fraction = 0;
    long unit = MILLION / 10;
    boolean isFiner = false;
    for (int i = start; i < end; i++, unit /= 10) {
      int digit = text.charAt(i) - '0';
      fraction += digit * unit;
      isFiner |= unit == 0 && digit > 0;
    }
    return isFiner ? fraction + 1 : fraction;
  }

  static int endOfDigits(String text, int start, int end) {
    int i = start;
    while (i < end && isDigit(text.charAt(i))) {
      i++;
    }
    return i;
  }

  static int skipBlanks(String text, int from, int to) {
    int start = from;
    while (start < to && isBlank(text.charAt(start))) {
      start++;
    }
    return start;
  }

  static long ceilDiv(long number, long divisor) {
    return -Math.floorDiv(-number, divisor);
  }

  static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }
}
