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

/** Parses {@code count}: which responses of the application make a call count. */
public final class CountParser {
  public static final String RESET_ON = "reset-on";
  static final Vocabulary KEYS = new Vocabulary(List.of("status", RESET_ON));
  private static final String EXAMPLES = "write `401`, `5xx` or `400-499`";

  private final @Nullable SettingsMap settings;
  private final @Nullable CountedResponses counted;

  /**
   * @param count the value of {@code count} in the rule; null if there is none
   */
  CountParser(@Nullable LocatedValue count) {
    settings = count == null ? null : count.settings(KEYS);
    if (count != null && settings != null && settings.isEmpty()) {
      count.error("`count` is empty", "write `count: { status: [401, 403] }`");
    }
    counted =
        settings == null
            ? null
            : new CountedResponses(
                ranges(settings.value("status")), ranges(settings.value(RESET_ON)));
  }

  /** The responses that make a call count; null if all do. */
  @Nullable CountedResponses counted() {
    return counted;
  }

  /** Warns if {@code reset-on} clears none of the limits of the rule. */
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
        "`reset-on` has no effect: under `count` it clears limits whose key names an account, and"
            + " this rule has none",
        "add the account to a key, such as `[ip, form.username]`, or move `reset-on` to the limit"
            + " that it should clear");
  }

  /** Parses a status or range, or a list of them; empty if there is no value. */
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
      text.error(MessageWords.code(text) + " is not a response status", EXAMPLES);
      return null;
    }
    if (from > to) {
      text.error(MessageWords.code(text) + " ends before it starts", EXAMPLES);
      return null;
    }
    return new StatusRange(from, to);
  }

  /** A status of three digits; -1 if the text is not a status. */
  private static int status(String digits) {
    boolean isStatus =
        digits.length() == 3
            && Alphabet.DIGITS.spells(digits)
            && digits.charAt(0) >= '1'
            && digits.charAt(0) <= '5';
    return isStatus ? Integer.parseInt(digits) : -1;
  }
}
