package dev.penstock.outbound.learn;

/** Reads spans of time that name their units: {@code 12ms}, {@code 6m0s}, {@code 1h2m3.5s}. */
final class TimeSpanParser {
  private static final long SECOND = 1_000_000;

  private TimeSpanParser() {}

  /** In microseconds, rounded up; {@link DecimalParser#UNREADABLE} if it is anything else. */
  static long micros(String text) {
    long sum = 0;
    int at = 0;
    while (at < text.length()) {
      int unit = endOfNumber(text, at);
      int next = endOfUnit(text, unit);
      long number = DecimalParser.millionths(text, at, unit);
      long micros = number < 0 ? DecimalParser.UNREADABLE : of(number, text.substring(unit, next));
      if (micros == DecimalParser.UNREADABLE) {
        return DecimalParser.UNREADABLE;
      }
      sum = Math.min(DecimalParser.MOST, sum + micros);
      at = next;
    }
    return text.isEmpty() ? DecimalParser.UNREADABLE : sum;
  }

  private static long of(long millionths, String unit) {
    return switch (unit) {
      case "h" -> times(millionths, 3_600);
      case "m" -> times(millionths, 60);
      case "s" -> millionths;
      case "ms" -> DecimalParser.ceilDiv(millionths, 1_000);
      case "ns" -> DecimalParser.ceilDiv(millionths, 1_000 * SECOND);
      default ->
          isMicros(unit) ? DecimalParser.ceilDiv(millionths, SECOND) : DecimalParser.UNREADABLE;
    };
  }

  private static long times(long millionths, long factor) {
    return millionths > DecimalParser.MOST / factor ? DecimalParser.MOST : millionths * factor;
  }

  /** There are two letters mu, and a client may have read either byte by byte. */
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
