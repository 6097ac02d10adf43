package dev.penstock.config;

import dev.penstock.config.Value.Entry;
import dev.penstock.config.Vocabulary.Misplaced;
import dev.penstock.limit.Limit;
import dev.penstock.rule.Match;
import dev.penstock.rule.Mode;
import dev.penstock.rule.Pacing;
import dev.penstock.rule.Quota;
import dev.penstock.rule.Rule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads one rule. */
final class RuleParser {
  private static final int LONGEST_NAME = 64;
  static final Vocabulary KEYS = keys();

  private final Scope scope;
  private final Text name;
  private final Settings settings;
  private final @Nullable Pacing pacing;

  private RuleParser(Scope scope, Text name, Settings settings) {
    this.scope = scope;
    this.name = name;
    this.settings = settings;
    pacing = scope.isOutbound() ? PacingParser.parse(settings) : null;
  }

  /** A rule is itself a limit, if it has only one. */
  private static Vocabulary keys() {
    List<String> known = new ArrayList<>(List.of("match", "limits"));
    known.addAll(QuotaParser.KEYS.known());
    known.addAll(List.of("cost", "count", "mode", "enforce", "response", "shadow"));
    Map<String, Misplaced> misplaced = new HashMap<>(QuotaParser.KEYS.misplaced());
    for (String setting : List.of("learn", "count-retries", "backoff")) {
      misplaced.put(setting, Misplaced.OUTBOUND_ONLY);
    }
    Misplaced ofMatch =
        new Misplaced("is a part of the match", "write it before the path: `match: POST /login`");
    misplaced.put("method", ofMatch);
    misplaced.put("methods", ofMatch);
    return new Vocabulary(known, misplaced, Synonyms.OF_RULE);
  }

  /** The rule; null, and a problem, if it is none. */
  static @Nullable Rule parse(Entry entry, Scope scope) {
    checkName(entry.name());
    Settings settings = entry.value().settings(scope.section().ruleKeys());
    return settings == null ? null : new RuleParser(scope, entry.name(), settings).parse();
  }

  /** Names land in header fields, where quotes and blanks would need escapes. */
  private static void checkName(Text name) {
    if (name.value().length() > LONGEST_NAME || !Alphabet.RULE_NAME.spells(name.value())) {
      name.error(
          Words.code(name) + " cannot be the name of a rule",
          "a name has 1 to 64 letters, digits, `-`, `_` and `.`");
    }
  }

  private @Nullable Rule parse() {
    Value written = settings.value("match");
    missing(
        "match", scope.isOutbound() ? "`match: https://api.example.org/**`" : "`match: /api/**`");
    MatchList matchList = written == null ? null : MatchList.ofRule(written, scope.section());
    List<Match> matches = matchList == null ? List.of() : matchList.matches();
    List<Text> matchCosts = matchList == null ? List.of() : matchList.costs();
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
            AnswerParser.parse(settings.value("response"), scope.answer()),
            pacing);
    if (!quotas.isEmpty()) {
      count.checkReset(rule);
    }
    ShadowBlock block = ShadowBlock.of(settings, scope.section());
    Rule candidate = block == null ? null : name.inShadow(() -> candidate(block, rule, matchCosts));
    if (quotas.isEmpty() && !onlyLearns()) {
      return null;
    }
    return candidate == null ? rule : beside(rule, candidate);
  }

  private @Nullable Rule candidate(ShadowBlock block, Rule rule, List<Text> matchCosts) {
    return new RuleParser(scope, name, block.promoted()).insteadOf(rule, matchCosts);
  }

  /** The rule as it would be with these settings; null, and a problem, if it could not be. */
  private @Nullable Rule insteadOf(Rule rule, List<Text> matchCosts) {
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

  private Rule beside(Rule rule, Rule candidate) {
    if (scope.blocks() == Blocks.REFUSED) {
      settings.errorAt(
          "shadow",
          "the whole file has a candidate already",
          "there is one candidate at a time: remove this block, or the `shadow` at the top");
    } else if (scope.blocks() == Blocks.LEFT_OUT) {
      settings.warningAt(
          "shadow",
          "a candidate is judged by what it says itself, not by its `shadow` blocks",
          "remove the block, or put what it says in the place of the rule's own settings");
      return rule;
    } else if (candidate.meaning().equals(rule.enforced().meaning())) {
      settings.warningAt(
          "shadow", "the candidate does the same as the rule", "change it, or remove it");
    }
    return rule.beside(candidate);
  }

  /** What a call costs unless its match says otherwise. */
  private long cost(List<Text> matchCosts, List<Quota> quotas) {
    Text cost = settings.text("cost");
    Long units = cost == null ? null : MatchList.cost(cost);
    if (cost != null && units != null) {
      checkFits(cost, quotas);
    }
    for (Text matchCost : matchCosts) {
      checkFits(matchCost, quotas);
    }
    return units == null ? 1 : units;
  }

  private List<Quota> quotas(List<Match> matches) {
    Value limits = settings.value("limits");
    if (onlyLearns()) {
      refuseWithoutRate();
      return List.of();
    }
    if (limits == null) {
      if (!settings.mentions("limits") && !settings.mentions("concurrency")) {
        missing("rate", scope.isOutbound() ? "`rate: 25/s` or `learn: true`" : "`rate: 100/min`");
      }
      return QuotaParser.parse(scope, name.value(), settings, matches, pacing);
    }
    for (String own : scope.section().limitKeys().known()) {
      if (!own.equals(OutageParser.ON_STORE_FAILURE)) {
        settings.errorAt(
            own,
            Words.code(own) + " cannot stand beside `limits`",
            "move it into one of the limits");
      }
    }
    return several(limits, matches);
  }

  /** Buckets do not hold calls by themselves where another limit beside them cannot. */
  private List<Quota> heldAlike(List<Quota> quotas) {
    return pacing == null || quotas.stream().allMatch(Quota::reserves)
        ? quotas
        : quotas.stream().map(Quota::withoutPatience).toList();
  }

  /** True if the rule has no pace of its own, but heeds what the answers say. */
  private boolean onlyLearns() {
    return pacing != null
        && pacing.learn()
        && !settings.mentions("limits")
        && !settings.mentions("rate")
        && !settings.mentions("concurrency");
  }

  private void refuseWithoutRate() {
    List<String> meaningless = new ArrayList<>(scope.section().limitKeys().known());
    meaningless.addAll(List.of("cost", "enforce"));
    for (String setting : meaningless) {
      QuotaParser.refuseWithoutRate(setting, settings);
    }
  }

  private List<Quota> several(Value limits, List<Match> matches) {
    Scope inside = scope.on(OutageParser.parse(settings, scope.onOutage()));
    List<Quota> quotas = new ArrayList<>();
    int number = 0;
    for (Value item : limits.oneOrMore()) {
      number++;
      Settings limit = item.settings(scope.section().limitKeys());
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

  /** A call that can never be paid for would be refused for ever. */
  private static void checkFits(Text cost, List<Quota> quotas) {
    long units = Long.parseLong(cost.value());
    for (Quota quota : quotas) {
      for (Limit limit : quota.limits().values()) {
        // Calls in flight are counted by the head, whatever they cost.
        if (limit.periodMicros() > 0 && limit.capacity() < units) {
          boolean quotable = !quota.rate().contains("${");
          cost.error(
              "a cost of "
                  + Words.plain(cost.shown())
                  + " never fits"
                  + (quotable ? ": " : " into ")
                  + Words.code(quota.rate())
                  + (quotable ? " has " + limit.capacity() + " at most" : ""),
              "write a smaller cost, or a larger rate or burst");
          return;
        }
      }
    }
  }

  private static int enforcedPercent(@Nullable Text text) {
    if (text == null) {
      return 100;
    }
    int end = text.value().length() - 1;
    if (!text.value().endsWith("%")) {
      text.error(Words.code(text) + " is not a share", "write a share such as `5%`");
      return 100;
    }
    Long percent = WholeNumber.parse(text.part(0, end), "a share", 0, 100);
    return percent == null ? 100 : percent.intValue();
  }

  private void missing(String setting, String example) {
    if (settings.mentions(setting)) {
      return;
    }
    name.error(
        "the rule " + Words.code(name) + " has no " + Words.code(setting),
        "add a line such as " + example);
  }
}
