package dev.penstock.rules.config.value;

import dev.penstock.rules.config.text.Alphabet;
import dev.penstock.rules.config.text.LocatedText;
import dev.penstock.rules.config.text.MessageWords;
import dev.penstock.rules.config.text.Suggestion;
import dev.penstock.rules.config.text.WholeNumberParser;
import org.jspecify.annotations.Nullable;

/** Parses {@code N/unit} and {@code N/COUNTunit}. */
public final class RateParser {
  private static final String EXAMPLES = "a rate is written `100/min` or `5/10s`";
  private static final String UNITS = "units are ms, s, min, h, day, week and month";
  private static final long MAX_DAYS = 3650;

  private RateParser() {}

  /** The rate; null, with a problem, if it is invalid. */
  public static @Nullable Rate parse(LocatedText text) {
    String value = text.value();
    int slash = value.indexOf('/');
    if (slash < 0) {
      text.error(MessageWords.code(text) + " is not a rate", help(text, EXAMPLES));
      return null;
    }
    LocatedText number = text.part(0, slash);
    Long permits = permits(text, number);
    LocatedText period = text.part(slash + 1, value.length());
    LocatedText unitText = period.part(digits(period.value()), period.value().length());
    PeriodUnit unit = unit(unitText);
    Long micros = unit == null ? null : period(period, unit);
    return permits == null || unit == null || micros == null
        ? null
        : new Rate(permits, micros, number, period, unit);
  }

  private static @Nullable Long permits(LocatedText text, LocatedText number) {
    String suggestion = Alphabet.DIGITS.spells(number.value()) ? null : RateSpelling.suggest(text);
    if (suggestion != null) {
      number.error(
          MessageWords.code(number) + " is not a whole number",
          "write " + MessageWords.code(suggestion));
      return null;
    }
    return WholeNumberParser.parse(number, "a rate", 1, Long.MAX_VALUE);
  }

  private static String help(LocatedText text, String otherwise) {
    String suggestion = RateSpelling.suggest(text);
    return suggestion == null ? otherwise : "write " + MessageWords.code(suggestion);
  }

  private static int digits(String value) {
    int digits = 0;
    while (digits < value.length() && value.charAt(digits) >= '0' && value.charAt(digits) <= '9') {
      digits++;
    }
    return digits;
  }

  private static @Nullable Long period(LocatedText text, PeriodUnit unit) {
    int digits = digits(text.value());
    if (digits == 0) {
      return unit.micros();
    }
    Long count = WholeNumberParser.parse(text.part(0, digits), "a period", 1, Long.MAX_VALUE);
    if (count != null && count > MAX_DAYS * PeriodUnit.DAY.micros() / unit.micros()) {
      text.error(
          "a period of " + MessageWords.code(text) + " is too long",
          "the longest is " + MAX_DAYS + " days");
      return null;
    }
    return count == null ? null : Long.valueOf(count * unit.micros());
  }

  private static @Nullable PeriodUnit unit(LocatedText text) {
    PeriodUnit unit = PeriodUnit.named(text.value());
    if (unit == null) {
      reject(text);
    }
    return unit;
  }

  private static void reject(LocatedText unit) {
    if (unit.isEmpty()) {
      unit.error("the unit is missing", UNITS);
      return;
    }
    if (unit.value().equals("m")) {
      unit.error("the unit " + MessageWords.code(unit) + " is ambiguous", "write `min` or `month`");
      return;
    }
    PeriodUnit suggestion = PeriodUnit.nearest(unit.value());
    unit.error(
        "unknown unit " + MessageWords.code(unit),
        suggestion == null ? UNITS : Suggestion.didYouMean(suggestion.word(), UNITS));
  }
}
