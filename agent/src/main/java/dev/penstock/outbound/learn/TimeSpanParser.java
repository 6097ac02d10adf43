package dev.penstock.outbound.learn;

/** Parses durations with units: {@code 12ms}, {@code 6m0s}, {@code 1h2m3.5s}. */
final class TimeSpanParser {
  private static final long SECOND = 1_000_000;

  private TimeSpanParser() {}

  /** Returns microseconds, rounded up, or {@link DecimalParser#UNREADABLE}. */
  static long micros(String text) {
    long sum = 0;
    int at = 0;
    while (at < text.length()) {
      int unit = endOfNumber(text, at);
      int next = endOfUnit(text, unit);
      long number = DecimalParser.millionths(text, at, unit);
      long micros =
          number < 0 ? DecimalParser.UNREADABLE : toMicros(number, text.substring(unit, next));
      if (micros == DecimalParser.UNREADABLE) {
        return DecimalParser.UNREADABLE;
      }
      sum = Math.min(DecimalParser.MAX, sum + micros);
      at = next;
    }
    return text.isEmpty() ? DecimalParser.UNREADABLE : sum;
  }

  private static long toMicros(long millionths, String unit) {
    return switch (unit) {
      case "h" -> multiply(millionths, 3_600);
      case "m" -> multiply(millionths, 60);
      case "s" -> millionths;
      case "ms" -> DecimalParser.ceilDiv(millionths, 1_000);
      case "ns" -> DecimalParser.ceilDiv(millionths, 1_000 * SECOND);
      default ->
          isMicros(unit) ? DecimalParser.ceilDiv(millionths, SECOND) : DecimalParser.UNREADABLE;
    };
  }

  private static long multiply(long millionths, long factor) {
    return millionths > DecimalParser.MAX / factor ? DecimalParser.MAX : millionths * factor;
  }

  /** Unicode has two letters mu, and a client may have decoded either one byte by byte. */
  private static boolean isMicros(String unit) {
    return unit.equals("us") || unit.endsWith("\u00b5s") || unit.endsWith("\u03bcs");
  }

  private static int endOfNumber(String text, int start) {
    int i = start;
    while (i < text.length() && (DecimalParser.isDigit(text.charAt(i)) || text.charAt(i) == '.')) {
      i++;
    }
    return i;
  }

  private static int endOfUnit(String text, int start) {
    int i = start;
    while (i < text.length() && !DecimalParser.isDigit(text.charAt(i))) {
      i++;
    }
    return i;
  }
}
