package dev.penstock.engine;

import dev.penstock.key.Caller;
import dev.penstock.limit.Limit;
import dev.penstock.rule.Matches;
import dev.penstock.rule.Mode;
import dev.penstock.rule.Rule;
import dev.penstock.rule.RuleSet;
import dev.penstock.store.Claims;

/** What became of one call: which rules were for it, and what each of them said. */
public final class Decision {
  private final RuleSet ruleSet;
  private final Caller caller;
  private final Matches matches = new Matches();
  private final Claims claims = new Claims();

  Decision(RuleSet ruleSet, Caller caller) {
    this.ruleSet = ruleSet;
    this.caller = caller;
  }

  Caller caller() {
    return caller;
  }

  Matches matches() {
    return matches;
  }

  Claims claims() {
    return claims;
  }

  /** True if every rule granted, and was charged. */
  public boolean granted() {
    return claims.granted();
  }

  /** True if the call must be turned away. Shadow mode ends here: no other class asks for it. */
  public boolean refuses() {
    return !granted() && ruleSet.mode() == Mode.ENFORCE;
  }

  /** True if the caller may be told what is left; a shadow leaves no trace in an answer. */
  public boolean discloses() {
    return ruleSet.mode() == Mode.ENFORCE && rules() > 0;
  }

  /** How many rules were for this call. */
  public int rules() {
    return claims.size();
  }

  /** One of the rules that were for this call, in the order of the file. */
  public Rule rule(int at) {
    return ruleSet.rules().get(matches.rule(at));
  }

  /** The limit that the rule was judged by. */
  public Limit limit(int at) {
    return claims.limit(at);
  }

  /** How much is left of a rule's limit. */
  public long remaining(int at) {
    return claims.remaining(at);
  }

  /** How long until more is left of a rule's limit. */
  public long resetMicros(int at) {
    return claims.resetMicros(at);
  }

  /** How long a caller has to wait for this rule; 0 if it is not the one that refuses. */
  public long waitMicros(int at) {
    return claims.waitMicros(at);
  }

  /** How long a caller has to wait until the same call, alone, is admitted. */
  public long waitMicros() {
    long longest = 0;
    for (int i = 0; i < rules(); i++) {
      longest = Math.max(longest, waitMicros(i));
    }
    return longest;
  }

  /** The rule that a caller meets first: the longest wait, or else the least left. */
  public int tightest() {
    int tightest = 0;
    for (int i = 1; i < rules(); i++) {
      long longer = waitMicros(i) - waitMicros(tightest);
      if (longer > 0 || (longer == 0 && remaining(i) < remaining(tightest))) {
        tightest = i;
      }
    }
    return tightest;
  }
}
