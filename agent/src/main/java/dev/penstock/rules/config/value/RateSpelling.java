package dev.penstock.rules.config.value;

import dev.penstock.rules.config.text.LocatedText;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Suggests rates for the spellings of other tools. */
final class RateSpelling {
  /*
   * Regular expressions are slow at start-up, but this class is loaded only for a file with
   * problems.
   */
  private static final Map<String, String> PER_UNIT =
      Map.of(
          "rps", "s", "qps", "s", "tps", "s", "rpm", "min", "qpm", "min", "rph", "h", "rpd", "day");
  private static final Pattern WORDS =
      Pattern.compile(
          "(\\S+) *(?:(?:requests?|reqs?|calls?) *)?(?:per|/|a|an|every|each|in) *(.+)");
  private static final Pattern SHORT = Pattern.compile("(\\d\\S*?) *([rqt]p[smhd])");
  private static final Pattern NUMBER = Pattern.compile("(\\d[\\d_,' ]*)([kM]?)");
  private static final Pattern FRACTION = Pattern.compile("(\\d{1,6})\\.(\\d)");

  private RateSpelling() {}

  /** The rate in the syntax of a rules file; null if there is no suggestion. */
  static @Nullable String suggest(LocatedText text) {
    String value = text.value().strip();
    if (!text.isQuotable()) {
      return null; // a suggestion would show the value
    }
    Matcher inShort = SHORT.matcher(value.toLowerCase(Locale.ROOT));
    if (inShort.matches()) {
      return rate(inShort.group(1), PER_UNIT.get(inShort.group(2)));
    }
    Matcher inWords = WORDS.matcher(value);
    return inWords.matches() ? rate(inWords.group(1), inWords.group(2).strip()) : null;
  }

  private static @Nullable String rate(String number, @Nullable String period) {
    String unit = period == null ? "" : period.replaceFirst("^\\d+ *", "");
    if (period == null || PeriodUnit.named(unit) == null) {
      return null;
    }
    Matcher fraction = FRACTION.matcher(number);
    if (fraction.matches() && unit.equals(period)) {
      return fraction.group(1) + fraction.group(2) + "/10" + unit;
    }
    Matcher whole = NUMBER.matcher(number);
    if (!whole.matches()) {
      return null;
    }
    String zeros = whole.group(2).equals("k") ? "000" : whole.group(2).isEmpty() ? "" : "000000";
    return whole.group(1).replaceAll("\\D", "") + zeros + "/" + period.replace(" ", "");
  }
}
