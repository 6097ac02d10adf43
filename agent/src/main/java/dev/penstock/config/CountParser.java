package dev.penstock.config;

import dev.penstock.rule.Counted;
import dev.penstock.rule.StatusRange;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads {@code count}: which answers of the application make a call count. */
final class CountParser {
  static final Vocabulary KEYS = new Vocabulary(List.of("status", "reset-on"));
  private static final String EXAMPLES = "write `401`, `5xx` or `400-499`";

  private CountParser() {}

  static @Nullable Counted parse(@Nullable Value count) {
    Settings settings = count == null ? null : count.settings(KEYS);
    if (count == null || settings == null) {
      return null;
    }
    if (settings.isEmpty()) {
      count.error("`count` says nothing", "write `count: { status: [401, 403] }`");
    }
    return new Counted(ranges(settings.value("status")), ranges(settings.value("reset-on")));
  }

  private static List<StatusRange> ranges(@Nullable Value value) {
    List<StatusRange> ranges = new ArrayList<>();
    for (Value item : value == null ? List.<Value>of() : value.oneOrMore()) {
      Text text = item.text();
      StatusRange range = text == null ? null : range(text);
      if (range != null) {
        ranges.add(range);
      }
    }
    return ranges;
  }

  private static @Nullable StatusRange range(Text text) {
    String value = text.value();
    int dash = value.indexOf('-');
    boolean isClass = value.length() == 3 && value.endsWith("xx");
    int from =
        status(isClass ? value.charAt(0) + "00" : dash < 0 ? value : value.substring(0, dash));
    int to = isClass ? from + 99 : dash < 0 ? from : status(value.substring(dash + 1));
    if (from < 0 || to < 0) {
      text.error(Words.code(value) + " is not a status", EXAMPLES);
      return null;
    }
    if (from > to) {
      text.error(Words.code(value) + " ends before it begins", EXAMPLES);
      return null;
    }
    return new StatusRange(from, to);
  }

  /** A status of three digits; -1 if it is none. */
  private static int status(String digits) {
    boolean isStatus =
        digits.length() == 3
            && Alphabet.DIGITS.spells(digits)
            && digits.charAt(0) >= '1'
            && digits.charAt(0) <= '5';
    return isStatus ? Integer.parseInt(digits) : -1;
  }
}
