package dev.penstock.pace;

/** Reads spans of time that name their units: {@code 12ms}, {@code 6m0s}, {@code 1h2m3.5s}. */
final class Spans {
  private static final long SECOND = 1_000_000;

  private Spans() {}

  /** In microseconds, rounded up; {@link Decimal#UNREADABLE} if it is anything else. */
  static long micros(String text) {
    long sum = 0;
    int at = 0;
    while (at < text.length()) {
      int unit = endOfNumber(text, at);
      int next = endOfUnit(text, unit);
      long number = Decimal.millionths(text, at, unit);
      long micros = number < 0 ? Decimal.UNREADABLE : of(number, text.substring(unit, next));
      if (micros == Decimal.UNREADABLE) {
        return Decimal.UNREADABLE;
      }
      sum = Math.min(Decimal.MOST, sum + micros);
      at = next;
    }
    return text.isEmpty() ? Decimal.UNREADABLE : sum;
  }

  private static long of(long millionths, String unit) {
    return switch (unit) {
      case "h" -> times(millionths, 3_600);
      case "m" -> times(millionths, 60);
      case "s" -> millionths;
      case "ms" -> Decimal.ceilDiv(millionths, 1_000);
      case "ns" -> Decimal.ceilDiv(millionths, 1_000 * SECOND);
      default -> isMicros(unit) ? Decimal.ceilDiv(millionths, SECOND) : Decimal.UNREADABLE;
    };
  }

  private static long times(long millionths, long factor) {
    return millionths > Decimal.MOST / factor ? Decimal.MOST : millionths * factor;
  }

  /** There are two letters mu, and a client may have read either byte by byte. */
  private static boolean isMicros(String unit) {
    return unit.equals("us") || unit.endsWith("\u00b5s") || unit.endsWith("\u03bcs");
  }

  private static int endOfNumber(String text, int start) {
    int i = start;
    while (i < text.length() && (Decimal.isDigit(text.charAt(i)) || text.charAt(i) == '.')) {
      i++;
    }
    return i;
  }

  private static int endOfUnit(String text, int start) {
    int i = start;
    while (i < text.length() && !Decimal.isDigit(text.charAt(i))) {
      i++;
    }
    return i;
  }
}
