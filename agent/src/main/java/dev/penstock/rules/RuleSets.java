package dev.penstock.rules;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All rules of one file.
 *
 * @param inbound those for calls that come in
 * @param outbound those for calls that go out
 * @param candidate another file that every call is judged by as well; null if there is none
 */
public record RuleSets(RuleSet inbound, RuleSet outbound, @Nullable Candidate candidate) {
  /** No file, no rules. */
  public static final RuleSets EMPTY =
      new RuleSets(RuleSet.EMPTY, RuleSet.outbound(RuleSet.EMPTY.settings(), List.of()));

  public RuleSets {
    if (inbound.isOutbound() || !outbound.isOutbound()) {
      throw new IllegalArgumentException("the rules for calls in and out are confused");
    }
  }

  /** The rules of a file without another one beside it. */
  public RuleSets(RuleSet inbound, RuleSet outbound) {
    this(inbound, outbound, /* candidate= */ null);
  }

  /** The same file with another one beside it. */
  public RuleSets beside(@Nullable Candidate newCandidate) {
    return new RuleSets(inbound, outbound, newCandidate);
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

  /**
   * A file that is to take the place of this one some day.
   *
   * @param name as the rules file or the agent's option names it
   * @param rules what it says
   */
  public record Candidate(String name, RuleSets rules) {}
}
