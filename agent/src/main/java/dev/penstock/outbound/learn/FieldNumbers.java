package dev.penstock.outbound.learn;

/** Reads a number, or the strictest of several: a field may have been sent by each proxy. */
final class FieldNumbers {
  /** There is no number, or one below 0, which means the same. */
  static final long NONE = -1;

  private FieldNumbers() {}

  /** In millionths; {@link DecimalParser#UNREADABLE} if one of them is no number. */
  static long largest(String text) {
    return strictest(text, /* largest= */ true);
  }

  /** How much is left, in whole units. */
  static long left(String text) {
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
