package dev.penstock.engine;

import dev.penstock.limit.Limit;
import dev.penstock.rules.Exemption;
import dev.penstock.rules.Mode;
import dev.penstock.rules.Rule;
import dev.penstock.rules.RuleSet;
import dev.penstock.rules.key.ClientAddress;
import dev.penstock.rules.key.KeySource;
import dev.penstock.rules.match.Match;
import dev.penstock.rules.match.PathPattern;
import java.util.List;

/** Creates rules without a rules file. */
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
