package dev.penstock.engine;

import dev.penstock.key.ClientAddress;
import dev.penstock.key.KeySource;
import dev.penstock.limit.Limit;
import dev.penstock.rule.Exemption;
import dev.penstock.rule.Match;
import dev.penstock.rule.Mode;
import dev.penstock.rule.PathPattern;
import dev.penstock.rule.Rule;
import dev.penstock.rule.RuleSet;
import java.util.List;

/** Rules in one line each. */
final class Rules {
  private Rules() {}

  static Rule rule(String name, String pattern, KeySource key, Limit limit) {
    Match match = new Match(List.of(), PathPattern.parse(pattern));
    return Rule.of(name, List.of(match), key, limit, limit.toString());
  }

  static RuleSet of(Mode mode, Rule... rules) {
    return new RuleSet(mode, List.of(rules), Exemption.NONE, ClientAddress.DIRECT);
  }
}
