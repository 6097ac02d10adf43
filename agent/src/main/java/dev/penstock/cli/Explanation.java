package dev.penstock.cli;

import dev.penstock.key.Caller;
import dev.penstock.key.Composite;
import dev.penstock.key.FirstPresent;
import dev.penstock.key.KeyHash;
import dev.penstock.limit.Limit;
import dev.penstock.rule.Match;
import dev.penstock.rule.Matches;
import dev.penstock.rule.Mode;
import dev.penstock.rule.Rule;
import dev.penstock.rule.RuleSet;
import java.io.PrintStream;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a file's rules make of one request, in words. */
final class Explanation {
  private final RuleSet ruleSet;
  private final SampleCall call;
  private final Caller caller = new Caller(KeyHash.withRandomSecret());
  private final Matches matches = new Matches();

  Explanation(RuleSet ruleSet, SampleCall call) {
    this.ruleSet = ruleSet;
    this.call = call;
    caller.start(call, ruleSet.clientAddress());
  }

  void print(PrintStream out) {
    out.println(call.method() + " " + call.path() + " from " + call.remoteAddress());
    if (ruleSet.mode() == Mode.OFF) {
      out.println("the mode is off: no rule looks at any request");
      return;
    }
    if (ruleSet.exempts(caller)) {
      out.println("exempt: no rule looks at it");
      return;
    }
    out.println("not exempt");
    ruleSet.matching(caller, matches);
    for (int i = 0; i < ruleSet.rules().size(); i++) {
      out.println();
      print(ruleSet.rules().get(i), matchOf(i), out);
    }
    out.println();
    out.println(summary());
  }

  /** The part of a rule that matches; null if none does. */
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
      out.println(rule.name() + " does not apply: " + whyNot(rule));
      return;
    }
    match.pattern().matches(call.path(), caller.pathVariables());
    Limit limit = rule.quotas().get(0).anyLimit();
    out.println(rule.name() + " applies");
    out.println("  match  " + match);
    out.println("  key    " + keyOf(rule));
    out.println("  limit  " + LimitWords.of(limit));
    out.println("  left   " + limit.capacity() + ", as nothing is spent yet");
  }

  private String keyOf(Rule rule) {
    String key = String.valueOf(rule.quotas().get(0).key().describe(caller));
    boolean hasParts =
        rule.quotas().get(0).key() instanceof FirstPresent
            || rule.quotas().get(0).key() instanceof Composite;
    return hasParts ? key + ", from " + rule.quotas().get(0).key() : key;
  }

  private String whyNot(Rule rule) {
    List<Match> byPath =
        rule.matches().stream()
            .filter(match -> match.pattern().matches(call.path(), null))
            .toList();
    if (byPath.isEmpty()) {
      return rule.matches().stream()
          .map(match -> match.pattern().toString())
          .distinct()
          .collect(Collectors.joining(" or ", "the path is not ", ""));
    }
    return byPath.stream()
        .flatMap(match -> match.methods().stream())
        .distinct()
        .collect(Collectors.joining(" or ", "the method is not ", ""));
  }

  private String summary() {
    String rules = ValidateCommand.count(ruleSet.rules().size(), "rule");
    String applying =
        matches.size() + " of " + rules + (matches.size() == 1 ? " applies" : " apply");
    return ruleSet.mode() == Mode.SHADOW
        ? applying + "; the mode is shadow, so nothing is turned away"
        : applying;
  }
}
