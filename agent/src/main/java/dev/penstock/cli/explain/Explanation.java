package dev.penstock.cli.explain;

import dev.penstock.cli.ValidateCommand;
import dev.penstock.rules.Exemption;
import dev.penstock.rules.MatchedRules;
import dev.penstock.rules.Mode;
import dev.penstock.rules.Plans;
import dev.penstock.rules.Quota;
import dev.penstock.rules.Rule;
import dev.penstock.rules.RuleSet;
import dev.penstock.rules.key.AddressRange;
import dev.penstock.rules.key.KeyContext;
import dev.penstock.rules.key.KeyHash;
import dev.penstock.rules.match.Match;
import java.io.PrintStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Describes how the rules of a file apply to one request. */
final class Explanation {
  private final RuleSet ruleSet;
  private final SampleCall call;
  private final KeyContext context = new KeyContext(KeyHash.withRandomSecret());
  private final MatchedRules matches = new MatchedRules();

  Explanation(RuleSet ruleSet, SampleCall call) {
    this.ruleSet = ruleSet;
    this.call = call;
    context.start(call, ruleSet.clientAddress());
  }

  void print(PrintStream out) {
    out.println(call.method() + " " + (ruleSet.isOutbound() ? call.url() : pathAndClient()));
    if (!call.otherPaths().isEmpty()) {
      String others = String.join(" or ", call.otherPaths());
      out.println("can also be read as " + others + ": limits for any of these paths apply");
    }
    String reason = whyNoRuleApplies();
    if (reason != null) {
      out.println(reason);
      return;
    }
    boolean preflight = ruleSet.isPreflight(call);
    if (preflight) {
      out.println("a CORS preflight: only rules that name OPTIONS apply");
    } else if (!ruleSet.isOutbound()) {
      out.println("not exempt");
    }
    ruleSet.matching(context, matches);
    List<Rule> rules = preflight ? ruleSet.all() : ruleSet.rules();
    for (int i = 0; i < rules.size(); i++) {
      out.println();
      print(rules.get(i), matchOf(i), out);
    }
    out.println();
    out.println(summary());
  }

  private String pathAndClient() {
    return call.path()
        + " from "
        + call.remoteAddress()
        + (call.user() == null ? "" : " by " + call.user());
  }

  /** Why no rule applies to the request; null if some may. */
  private @Nullable String whyNoRuleApplies() {
    if (ruleSet.mode() == Mode.OFF) {
      return "the mode is off: no rule applies to any request";
    }
    if (ruleSet.exempts(context)) {
      return "exempt " + whyExempt() + ": no rule applies";
    }
    return ruleSet.rules().isEmpty()
        ? "there are no rules for " + (ruleSet.isOutbound() ? "outbound" : "inbound") + " calls"
        : null;
  }

  private String whyExempt() {
    Exemption exemption = ruleSet.settings().exemption();
    for (Match match : exemption.matches()) {
      if (match.matches(call)) {
        return "by " + match;
      }
    }
    for (AddressRange range : exemption.clients()) {
      if (context.isIn(range)) {
        return "by ip " + range;
      }
    }
    return "by the rules file";
  }

  /** The match of a rule that the request meets; null if it meets none. */
  private @Nullable Match matchOf(int rule) {
    for (int i = 0; i < matches.size(); i++) {
      if (matches.rule(i) == rule) {
        return matches.match(i);
      }
    }
    return null;
  }

  private void print(Rule rule, @Nullable Match match, PrintStream out) {
    if (match == null) {
      boolean preflight = ruleSet.isPreflight(call);
      out.println(rule.name() + " does not apply: " + MismatchReason.of(rule, call, preflight));
      return;
    }
    match.readVariables(call, context.pathVariables());
    context.pattern(match.pattern().text());
    out.println(rule.name() + (rule.mode() == Mode.OFF ? " is off" : " applies"));
    out.println("  match  " + match);
    RuleDescription.print(rule, match, out);
    for (Quota quota : rule.quotas()) {
      if (rule.quotas().size() > 1) {
        out.println("  " + quota.name());
      }
      String margin = rule.quotas().size() > 1 ? "    " : "  ";
      new QuotaDescription(quota, context, plan(), rule.resetOn(quota)).print(margin, out);
      if (rule.pacing() == null && quota.holdsCalls()) {
        QuotaDescription.printQueue(quota, margin, out);
      }
      StoreDescription.print(ruleSet.settings().store(), quota, margin, out);
    }
    Rule candidate = rule.candidate();
    if (candidate != null) {
      new CandidateDescription(rule, candidate, plan()).print(out);
    }
  }

  private String plan() {
    Plans plans = ruleSet.settings().plans();
    return plans == null ? Quota.ANY_PLAN : plans.planOf(context);
  }

  private String summary() {
    int count = (ruleSet.isPreflight(call) ? ruleSet.all() : ruleSet.rules()).size();
    String rules = ValidateCommand.count(count, "rule");
    String applying =
        matches.size() + " of " + rules + (matches.size() == 1 ? " applies" : " apply");
    return ruleSet.mode() == Mode.SHADOW
        ? applying
            + "; the mode is shadow, so nothing is "
            + (ruleSet.isOutbound() ? "held or rejected" : "rejected")
        : applying;
  }
}
