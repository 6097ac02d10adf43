package dev.penstock.outbound.learn;

/** Parses a number, or the strictest of several: every proxy may have added one to the header. */
final class FieldNumbers {
  /** There is no number, or a negative one. */
  static final long NONE = -1;

  private FieldNumbers() {}

  /** Returns millionths; {@link DecimalParser#UNREADABLE} if one part is not a number. */
  static long largest(String text) {
    return strictest(text, /* largest= */ true);
  }

  /** Returns whole units, rounded down. */
  static long smallest(String text) {
    long millionths = strictest(text, /* largest= */ false);
    return millionths < 0 ? millionths : millionths / 1_000_000;
  }

  private static long strictest(String text, boolean largest) {
    long found = NONE;
    int start = 0;
    while (start <= text.length()) {
      int comma = text.indexOf(',', start);
      int end = comma < 0 ? text.length() : comma;
      long number = DecimalParser.millionths(text, start, end);
      if (number == DecimalParser.UNREADABLE) {
        return DecimalParser.UNREADABLE;
      }
      if (number >= 0) {
        boolean stricter = found < 0 || (largest ? number > found : number < found);
        found = stricter ? number : found;
      }
      start = end + 1;
    }
    return found;
  }
}
