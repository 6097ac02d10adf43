package dev.penstock.config;

import dev.penstock.config.Value.Entry;
import dev.penstock.key.Global;
import dev.penstock.key.KeySource;
import dev.penstock.limit.Limit;
import dev.penstock.rule.Match;
import dev.penstock.rule.Rule;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads one rule. */
final class RuleParser {
  private static final int LONGEST_NAME = 64;
  private static final Vocabulary KEYS =
      new Vocabulary(
          List.of("match", "key", "rate", "burst", "algorithm"),
          List.of(
              "limits",
              "cost",
              "count",
              "concurrency",
              "calendar",
              "on-store-failure",
              "on-missing-key",
              "slices",
              "strict",
              "wait",
              "queue",
              "learn",
              "count-retries",
              "enforce",
              "mode",
              "shadow",
              "response"));

  private final Text name;
  private final Settings settings;

  private RuleParser(Text name, Settings settings) {
    this.name = name;
    this.settings = settings;
  }

  /** The rule; null, and a problem, if it is none. */
  static @Nullable Rule parse(Entry entry) {
    checkName(entry.name());
    Settings settings = entry.value().settings(KEYS);
    return settings == null ? null : new RuleParser(entry.name(), settings).parse();
  }

  /** Names land in header fields, where quotes and blanks would need escapes. */
  private static void checkName(Text name) {
    if (name.value().length() > LONGEST_NAME || !Alphabet.RULE_NAME.spells(name.value())) {
      name.error(
          Words.code(name.value()) + " cannot be the name of a rule",
          "a name has 1 to 64 letters, digits, `-`, `_` and `.`");
    }
  }

  private @Nullable Rule parse() {
    List<Match> matches = matches();
    KeySource key = key(matches);
    Text rate = rate();
    Limit limit = LimitParser.parse(rate, settings);
    return rate == null || limit == null
        ? null
        : Rule.of(name.value(), matches, key, limit, rate.value());
  }

  private List<Match> matches() {
    Value match = settings.value("match");
    if (match == null) {
      missing("match", "match: /api/**");
      return List.of();
    }
    if (match.isMap()) {
      match.error("`match` as a map is not supported yet", "write it as text: `GET /api/**`");
      return List.of();
    }
    List<Match> matches = new ArrayList<>();
    for (Value item : match.oneOrMore()) {
      Text text = item.text();
      Match parsed = text == null ? null : MatchParser.parse(text);
      if (parsed != null) {
        matches.add(parsed);
      }
    }
    return matches;
  }

  private KeySource key(List<Match> matches) {
    Value key = settings.value("key");
    return key == null ? Global.INSTANCE : new KeyParser(matches).parse(key);
  }

  private @Nullable Text rate() {
    Value rate = settings.value("rate");
    if (rate == null) {
      if (!settings.mentions("limits") && !settings.mentions("concurrency")) {
        missing("rate", "rate: 100/min");
      }
      return null;
    }
    if (rate.isMap()) {
      rate.error("a rate by plan is not supported yet", "write one rate: `100/min`");
      return null;
    }
    return rate.text();
  }

  private void missing(String setting, String example) {
    if (settings.mentions(setting)) {
      return;
    }
    name.error(
        "the rule " + Words.code(name.value()) + " has no " + Words.code(setting),
        "add a line such as " + Words.code(example));
  }
}
