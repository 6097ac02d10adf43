package dev.penstock.rules.config.text;

import org.jspecify.annotations.Nullable;

/** Parses a number without sign, fraction or separators. */
public final class WholeNumberParser {
  private WholeNumberParser() {}

  /** The number; null, with a problem, if it is invalid or out of bounds. */
  public static @Nullable Long parse(LocatedText text, String what, long least, long most) {
    String digits = text.value();
    boolean negative = digits.startsWith("-");
    if (!Alphabet.DIGITS.spells(negative ? digits.substring(1) : digits)) {
      text.error(MessageWords.code(text) + " is not a whole number", "write digits only");
      return null;
    }
    Long number = negative ? null : orNull(digits);
    if (number == null || number < least || number > most) {
      boolean tooLittle = negative || (number != null && number < least);
      text.error(
          what
              + " must be "
              + (tooLittle ? "at least " + least : "at most " + most)
              + ", was "
              + MessageWords.plain(text.shown()),
          "");
      return null;
    }
    return number;
  }

  private static @Nullable Long orNull(String digits) {
    try {
      return Long.valueOf(digits);
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
