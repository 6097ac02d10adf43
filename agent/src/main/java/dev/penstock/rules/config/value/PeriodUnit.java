package dev.penstock.rules.config.value;

import dev.penstock.rules.config.text.Alphabet;
import dev.penstock.rules.config.text.Suggestion;
import java.util.ArrayList;
import java.util.List;
import java.util.StringTokenizer;
import org.jspecify.annotations.Nullable;

/** The units of time in rates and durations, with all accepted spellings. */
public enum PeriodUnit {
  MILLISECOND(1_000L, " ms msec millis millisecond milliseconds "),
  SECOND(1_000_000L, " s sec secs second seconds "),
  MINUTE(60 * 1_000_000L, " min mins minute minutes "),
  HOUR(3600 * 1_000_000L, " h hr hrs hour hours "),
  DAY(24 * 3600 * 1_000_000L, " day d days "),
  WEEK(7 * 24 * 3600 * 1_000_000L, " week w weeks "),
  MONTH(30 * 24 * 3600 * 1_000_000L, " month months ");

  private final long micros;

  /** All spellings, each with a blank before and after it. */
  private final String spellings;

  PeriodUnit(long micros, String spellings) {
    this.micros = micros;
    this.spellings = spellings;
  }

  public long micros() {
    return micros;
  }

  /** The spelling that messages suggest. */
  String word() {
    return spellings.substring(1, spellings.indexOf(' ', 1));
  }

  /** The unit with this spelling; null if there is none. */
  public static @Nullable PeriodUnit named(String word) {
    for (PeriodUnit unit : values()) {
      if (Alphabet.RULE_NAME.spells(word) && unit.spellings.contains(" " + word + " ")) {
        return unit;
      }
    }
    return null;
  }

  /** The unit that was probably meant by a misspelled word; null if no unit is similar. */
  static @Nullable PeriodUnit nearest(String word) {
    if (word.equals("m") || word.equals("mon")) {
      return word.equals("m") ? null : MONTH;
    }
    List<String> all = new ArrayList<>();
    for (PeriodUnit unit : values()) {
      StringTokenizer spellings = new StringTokenizer(unit.spellings);
      while (spellings.hasMoreTokens()) {
        all.add(spellings.nextToken());
      }
    }
    String nearest = Suggestion.nearest(word, all);
    return nearest == null ? null : named(nearest);
  }
}
