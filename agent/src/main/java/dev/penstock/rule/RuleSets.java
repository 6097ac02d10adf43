package dev.penstock.rule;

import java.util.List;

/**
 * All rules of one file.
 *
 * @param inbound those for calls that come in
 * @param outbound those for calls that go out
 */
public record RuleSets(RuleSet inbound, RuleSet outbound) {
  /** No file, no rules. */
  public static final RuleSets EMPTY =
      new RuleSets(RuleSet.EMPTY, RuleSet.outbound(RuleSet.EMPTY.settings(), List.of()));

  public RuleSets {
    if (inbound.isOutbound() || !outbound.isOutbound()) {
      throw new IllegalArgumentException("the rules for calls in and out are confused");
    }
  }

  /** The rules of a file with these settings. */
  public static RuleSets of(FileSettings settings, List<Rule> inbound, List<Rule> outbound) {
    return new RuleSets(new RuleSet(settings, inbound), RuleSet.outbound(settings, outbound));
  }

  /** What becomes of refused calls, whichever way they go: a file has one mode. */
  public Mode mode() {
    return inbound.mode();
  }

  /** How many rules there are in all. */
  public int size() {
    return inbound.rules().size() + outbound.rules().size();
  }
}
