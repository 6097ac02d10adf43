package dev.penstock.config;

import org.jspecify.annotations.Nullable;

/** Reads {@code N/unit} and {@code N/COUNTunit}. */
final class RateParser {
  private static final String EXAMPLES = "a rate is written `100/min` or `5/10s`";
  private static final String UNITS = "units are ms, s, min, h, day, week and month";
  private static final long MOST_DAYS = 3650;

  private RateParser() {}

  /** The rate; null, and a problem, if it is none. */
  static @Nullable Rate parse(Text text) {
    String value = text.value();
    int slash = value.indexOf('/');
    if (slash < 0) {
      text.error(Words.code(text) + " is not a rate", help(text, EXAMPLES));
      return null;
    }
    Text number = text.part(0, slash);
    Long permits = permits(text, number);
    Text period = text.part(slash + 1, value.length());
    Text unitText = period.part(digits(period.value()), period.value().length());
    PeriodUnit unit = unit(unitText);
    Long micros = unit == null ? null : period(period, unit);
    return permits == null || unit == null || micros == null
        ? null
        : new Rate(permits, micros, number, period, unit);
  }

  private static @Nullable Long permits(Text text, Text number) {
    String meant = Alphabet.DIGITS.spells(number.value()) ? null : RateSpelling.meant(text);
    if (meant != null) {
      number.error(Words.code(number) + " is not a whole number", "write " + Words.code(meant));
      return null;
    }
    return WholeNumber.parse(number, "a rate", 1, Long.MAX_VALUE);
  }

  private static String help(Text text, String otherwise) {
    String meant = RateSpelling.meant(text);
    return meant == null ? otherwise : "write " + Words.code(meant);
  }

  private static int digits(String value) {
    int digits = 0;
    while (digits < value.length() && value.charAt(digits) >= '0' && value.charAt(digits) <= '9') {
      digits++;
    }
    return digits;
  }

  private static @Nullable Long period(Text text, PeriodUnit unit) {
    int digits = digits(text.value());
    if (digits == 0) {
      return unit.micros();
    }
    Long count = WholeNumber.parse(text.part(0, digits), "a period", 1, Long.MAX_VALUE);
    if (count != null && count > MOST_DAYS * PeriodUnit.DAY.micros() / unit.micros()) {
      text.error(
          "a period of " + Words.code(text) + " is too long",
          "the longest is " + MOST_DAYS + " days");
      return null;
    }
    return count == null ? null : Long.valueOf(count * unit.micros());
  }

  private static @Nullable PeriodUnit unit(Text text) {
    PeriodUnit unit = PeriodUnit.named(text.value());
    if (unit == null) {
      refuse(text);
    }
    return unit;
  }

  private static void refuse(Text unit) {
    if (unit.isEmpty()) {
      unit.error("the unit is missing", UNITS);
      return;
    }
    if (unit.value().equals("m")) {
      unit.error("the unit " + Words.code(unit) + " is ambiguous", "write `min` or `month`");
      return;
    }
    PeriodUnit meant = PeriodUnit.nearest(unit.value());
    unit.error(
        "unknown unit " + Words.code(unit),
        meant == null ? UNITS : Suggestion.didYouMean(meant.word()) + " " + UNITS);
  }
}
