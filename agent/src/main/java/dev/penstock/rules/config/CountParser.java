package dev.penstock.rules.config;

import dev.penstock.rules.CountedResponses;
import dev.penstock.rules.Quota;
import dev.penstock.rules.Rule;
import dev.penstock.rules.config.text.Alphabet;
import dev.penstock.rules.config.text.LocatedText;
import dev.penstock.rules.config.text.LocatedValue;
import dev.penstock.rules.config.text.MessageWords;
import dev.penstock.rules.config.text.SettingsMap;
import dev.penstock.rules.config.text.Vocabulary;
import dev.penstock.rules.match.StatusRange;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads {@code count}: which answers of the application make a call count. */
public final class CountParser {
  public static final String RESET_ON = "reset-on";
  static final Vocabulary KEYS = new Vocabulary(List.of("status", RESET_ON));
  private static final String EXAMPLES = "write `401`, `5xx` or `400-499`";

  private final @Nullable SettingsMap settings;
  private final @Nullable CountedResponses counted;

  /**
   * @param count what the rule has under {@code count}; null if it has none
   */
  CountParser(@Nullable LocatedValue count) {
    settings = count == null ? null : count.settings(KEYS);
    if (count != null && settings != null && settings.isEmpty()) {
      count.error("`count` says nothing", "write `count: { status: [401, 403] }`");
    }
    counted =
        settings == null
            ? null
            : new CountedResponses(
                ranges(settings.value("status")), ranges(settings.value(RESET_ON)));
  }

  /** Which answers make a call count; null if all do. */
  @Nullable CountedResponses counted() {
    return counted;
  }

  /** Warns of a {@code reset-on} that clears none of the rule's limits. */
  void checkReset(Rule rule) {
    if (settings == null || counted == null || counted.resetOn().isEmpty()) {
      return;
    }
    for (Quota quota : rule.quotas()) {
      if (quota.resetOn().isEmpty() && !rule.resetOn(quota).isEmpty()) {
        return;
      }
    }
    settings.warningAt(
        RESET_ON,
        "`reset-on` has no effect: here it is for limits whose key names an account, and there is"
            + " none",
        "add the account to a key, such as `[ip, form.username]`, or move `reset-on` to the limit"
            + " that it is for");
  }

  /** Reads one status or range, or a list of them; empty if there is none. */
  public static List<StatusRange> ranges(@Nullable LocatedValue value) {
    List<StatusRange> ranges = new ArrayList<>();
    for (LocatedValue item : value == null ? List.<LocatedValue>of() : value.oneOrMore()) {
      LocatedText text = item.text();
      StatusRange range = text == null ? null : range(text);
      if (range != null) {
        ranges.add(range);
      }
    }
    return ranges;
  }

  private static @Nullable StatusRange range(LocatedText text) {
    String value = text.value();
    int dash = value.indexOf('-');
    boolean isClass = value.length() == 3 && value.endsWith("xx");
    int from =
        status(isClass ? value.charAt(0) + "00" : dash < 0 ? value : value.substring(0, dash));
    int to = isClass ? from + 99 : dash < 0 ? from : status(value.substring(dash + 1));
    if (from < 0 || to < 0) {
      text.error(MessageWords.code(text) + " is not a status", EXAMPLES);
      return null;
    }
    if (from > to) {
      text.error(MessageWords.code(text) + " ends before it begins", EXAMPLES);
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
