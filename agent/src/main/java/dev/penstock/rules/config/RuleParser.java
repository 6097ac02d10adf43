package dev.penstock.rules.config;

import dev.penstock.limit.Limit;
import dev.penstock.rules.Mode;
import dev.penstock.rules.PacingSettings;
import dev.penstock.rules.Quota;
import dev.penstock.rules.Rule;
import dev.penstock.rules.config.text.Alphabet;
import dev.penstock.rules.config.text.LocatedText;
import dev.penstock.rules.config.text.LocatedValue;
import dev.penstock.rules.config.text.LocatedValue.Entry;
import dev.penstock.rules.config.text.MessageWords;
import dev.penstock.rules.config.text.SettingsMap;
import dev.penstock.rules.config.text.Synonyms;
import dev.penstock.rules.config.text.Vocabulary;
import dev.penstock.rules.config.text.Vocabulary.Misplaced;
import dev.penstock.rules.config.text.WholeNumberParser;
import dev.penstock.rules.config.value.MatchListParser;
import dev.penstock.rules.config.value.PacingParser;
import dev.penstock.rules.config.value.QuotaParser;
import dev.penstock.rules.cutover.ShadowBlocks;
import dev.penstock.rules.match.Match;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parses one rule. */
final class RuleParser {
  private static final int LONGEST_NAME = 64;
  static final Vocabulary KEYS = keys();

  private final RuleScope scope;
  private final LocatedText name;
  private final SettingsMap settings;
  private final @Nullable PacingSettings pacing;

  private RuleParser(RuleScope scope, LocatedText name, SettingsMap settings) {
    this.scope = scope;
    this.name = name;
    this.settings = settings;
    pacing = scope.isOutbound() ? PacingParser.parse(settings) : null;
  }

  /** The settings of a rule; a rule with one limit has the settings of a limit as well. */
  private static Vocabulary keys() {
    List<String> known = new ArrayList<>(List.of("match", "limits"));
    known.addAll(QuotaParser.KEYS.known());
    known.addAll(List.of("cost", "count", "mode", "enforce", "response", "shadow"));
    Map<String, Misplaced> misplaced = new HashMap<>(QuotaParser.KEYS.misplaced());
    for (String setting : List.of("learn", "count-retries", "backoff")) {
      misplaced.put(setting, Misplaced.OUTBOUND_ONLY);
    }
    Misplaced ofMatch =
        new Misplaced("is part of the match", "write it before the path: `match: POST /login`");
    misplaced.put("method", ofMatch);
    misplaced.put("methods", ofMatch);
    return new Vocabulary(known, misplaced, Synonyms.OF_RULE);
  }

  /** The rule; null, with a problem, if it is invalid. */
  static @Nullable Rule parse(Entry entry, RuleScope scope) {
    checkName(entry.name());
    SettingsMap settings = entry.value().settings(scope.section().ruleKeys());
    return settings == null ? null : new RuleParser(scope, entry.name(), settings).parse();
  }

  /** Rejects names with quotes or blanks, which header fields would have to escape. */
  private static void checkName(LocatedText name) {
    if (name.value().length() > LONGEST_NAME || !Alphabet.RULE_NAME.spells(name.value())) {
      name.error(
          MessageWords.code(name) + " is not a valid rule name",
          "use 1 to 64 letters, digits, `-`, `_` and `.`");
    }
  }

  private @Nullable Rule parse() {
    MatchListParser matchList = matchList();
    List<Match> matches = matchList == null ? List.of() : matchList.matches();
    List<LocatedText> matchCosts = matchList == null ? List.of() : matchList.costs();
    List<Quota> quotas = heldAlike(quotas(matches));
    CountParser count = new CountParser(settings.value("count"));
    Rule rule =
        new Rule(
            name.value(),
            matches,
            quotas,
            cost(matchCosts, quotas),
            ModeParser.parse(settings.text("mode"), Mode.ENFORCE),
            enforcedPercent(settings.text("enforce")),
            count.counted(),
            ResponseParser.parse(settings.value("response"), scope.answer()),
            pacing);
    if (!quotas.isEmpty()) {
      count.checkReset(rule);
    }
    ShadowBlockParser block = ShadowBlockParser.of(settings, scope.section());
    Rule candidate = block == null ? null : name.inShadow(() -> candidate(block, rule, matchCosts));
    if (quotas.isEmpty() && !onlyLearns()) {
      return null;
    }
    return candidate == null ? rule : withCandidate(rule, candidate);
  }

  private @Nullable MatchListParser matchList() {
    LocatedValue written = settings.value("match");
    missing(
        "match", scope.isOutbound() ? "`match: https://api.example.org/**`" : "`match: /api/**`");
    return written == null ? null : MatchListParser.ofRule(written, scope.section());
  }

  private @Nullable Rule candidate(
      ShadowBlockParser block, Rule rule, List<LocatedText> matchCosts) {
    return new RuleParser(scope, name, block.promoted()).insteadOf(rule, matchCosts);
  }

  /** The candidate of a rule, with these settings; null, with a problem, if it is invalid. */
  private @Nullable Rule insteadOf(Rule rule, List<LocatedText> matchCosts) {
    List<Quota> quotas = heldAlike(quotas(rule.matches()));
    long cost = cost(matchCosts, quotas);
    return quotas.isEmpty() && !onlyLearns()
        ? null
        : new Rule(
            rule.name(),
            rule.matches(),
            quotas,
            cost,
            Mode.ENFORCE,
            Rule.ALL,
            rule.counted(),
            rule.answer(),
            pacing);
  }

  private Rule withCandidate(Rule rule, Rule candidate) {
    if (scope.blocks() == ShadowBlocks.REJECT) {
      settings.errorAt(
          "shadow",
          "the file already has a candidate",
          "only one candidate can be compared at a time: remove this block, or `shadow` at the top"
              + " level");
    } else if (scope.blocks() == ShadowBlocks.IGNORE) {
      settings.warningAt(
          "shadow",
          "`shadow` blocks in a candidate file are ignored",
          "remove the block, or replace the settings of the rule by those in the block");
      return rule;
    } else if (candidate.meaning().equals(rule.enforced().meaning())) {
      settings.warningAt(
          "shadow", "the candidate does the same as the rule", "change it, or remove it");
    }
    return rule.withCandidate(candidate);
  }

  /** The cost of a call, unless its match has one. */
  private long cost(List<LocatedText> matchCosts, List<Quota> quotas) {
    LocatedText cost = settings.text("cost");
    Long units = cost == null ? null : MatchListParser.cost(cost);
    if (cost != null && units != null) {
      checkFits(cost, quotas);
    }
    for (LocatedText matchCost : matchCosts) {
      checkFits(matchCost, quotas);
    }
    return units == null ? 1 : units;
  }

  private List<Quota> quotas(List<Match> matches) {
    LocatedValue limits = settings.value("limits");
    if (onlyLearns()) {
      rejectWithoutRate();
      return List.of();
    }
    if (limits == null) {
      if (!settings.mentions("limits") && !settings.mentions("concurrency")) {
        missing("rate", scope.isOutbound() ? "`rate: 25/s` or `learn: true`" : "`rate: 100/min`");
      }
      return QuotaParser.parse(scope, name.value(), settings, matches, pacing);
    }
    for (String own : scope.section().limitKeys().known()) {
      if (!own.equals(OnFailureParser.ON_STORE_FAILURE)) {
        settings.errorAt(
            own,
            MessageWords.code(own) + " cannot be combined with `limits`",
            "move it into one of the limits");
      }
    }
    return several(limits, matches);
  }

  /** Removes the patience of token buckets if another limit of the rule cannot reserve turns. */
  private List<Quota> heldAlike(List<Quota> quotas) {
    return pacing == null || quotas.stream().allMatch(Quota::reserves)
        ? quotas
        : quotas.stream().map(Quota::withoutPatience).toList();
  }

  /** True if the rule has no limit of its own, but learns from responses. */
  private boolean onlyLearns() {
    return pacing != null
        && pacing.learn()
        && !settings.mentions("limits")
        && !settings.mentions("rate")
        && !settings.mentions("concurrency");
  }

  private void rejectWithoutRate() {
    List<String> meaningless = new ArrayList<>(scope.section().limitKeys().known());
    meaningless.addAll(List.of("cost", "enforce"));
    for (String setting : meaningless) {
      QuotaParser.rejectWithoutRate(setting, settings);
    }
  }

  private List<Quota> several(LocatedValue limits, List<Match> matches) {
    RuleScope inside = scope.on(OnFailureParser.parse(settings, scope.onOutage()));
    List<Quota> quotas = new ArrayList<>();
    int number = 0;
    for (LocatedValue item : limits.oneOrMore()) {
      number++;
      SettingsMap limit = item.settings(scope.section().limitKeys());
      if (limit != null) {
        if (!limit.mentions("rate") && !limit.mentions("concurrency")) {
          item.error("this limit has no `rate`", "add one, such as `rate: 100/min`");
        }
        quotas.addAll(
            QuotaParser.parse(inside, name.value() + "-" + number, limit, matches, pacing));
      }
    }
    return quotas;
  }

  /** Reports a cost that is larger than the capacity of a limit, which would always be rejected. */
  private static void checkFits(LocatedText cost, List<Quota> quotas) {
    long units = Long.parseLong(cost.value());
    for (Quota quota : quotas) {
      for (Limit limit : quota.limits().values()) {
        // A concurrency limit counts calls, whatever they cost.
        if (limit.periodMicros() > 0 && limit.capacity() < units) {
          boolean quotable = !quota.rate().contains("${");
          cost.error(
              "a cost of "
                  + MessageWords.plain(cost.shown())
                  + " never fits"
                  + (quotable ? ": " : " into ")
                  + MessageWords.code(quota.rate())
                  + (quotable ? " allows at most " + limit.capacity() : ""),
              "write a smaller cost, or a larger rate or burst");
          return;
        }
      }
    }
  }

  private static int enforcedPercent(@Nullable LocatedText text) {
    if (text == null) {
      return 100;
    }
    int end = text.value().length() - 1;
    if (!text.value().endsWith("%")) {
      text.error(
          MessageWords.code(text) + " is not a percentage", "write a percentage such as `5%`");
      return 100;
    }
    Long percent = WholeNumberParser.parse(text.part(0, end), "a percentage", 0, 100);
    return percent == null ? 100 : percent.intValue();
  }

  private void missing(String setting, String example) {
    if (settings.mentions(setting)) {
      return;
    }
    name.error(
        "the rule " + MessageWords.code(name) + " has no " + MessageWords.code(setting),
        "add a line such as " + example);
  }
}
