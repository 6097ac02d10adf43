package dev.penstock.rules.config.value;

import dev.penstock.rules.config.text.Alphabet;
import dev.penstock.rules.config.text.LocatedText;
import dev.penstock.rules.config.text.MessageWords;
import org.jspecify.annotations.Nullable;

/** Parses a percentage with or without a fraction, such as {@code 2%} or {@code 0.5%}. */
public final class PercentParser {
  private static final int MAX_DECIMALS = 4;
  private static final long WHOLE_PPM = 1_000_000;
  private static final String EXAMPLES = "write a percentage such as `2%` or `0.5%`";

  private PercentParser() {}

  /** The percentage in parts per million; null, with a problem, if it is invalid. */
  public static @Nullable Long parsePpm(LocatedText text, String what) {
    String value = text.value();
    String number = value.endsWith("%") ? text.part(0, value.length() - 1).value() : "";
    int point = number.indexOf('.');
    String whole = point < 0 ? number : number.substring(0, point);
    String decimals = point < 0 ? "0" : number.substring(point + 1);
    if (!Alphabet.DIGITS.spells(whole) || !Alphabet.DIGITS.spells(decimals)) {
      text.error(MessageWords.code(text) + " is not a percentage", EXAMPLES);
      return null;
    }
    if (decimals.length() > MAX_DECIMALS) {
      text.error(
          what
              + " can have at most "
              + MAX_DECIMALS
              + " decimals, was "
              + MessageWords.plain(text.shown()),
          "");
      return null;
    }
    // Longer numbers are too large in any case.
    long percent = whole.length() > 9 ? WHOLE_PPM : Long.parseLong(whole);
    long ppm =
        percent * 10_000 + Long.parseLong(decimals + "0".repeat(MAX_DECIMALS - decimals.length()));
    if (ppm > WHOLE_PPM) {
      text.error(what + " must be at most 100%, was " + MessageWords.plain(text.shown()), "");
      return null;
    }
    return ppm;
  }
}
