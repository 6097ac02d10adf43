package dev.penstock.rules;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All rules of one file.
 *
 * @param inbound the rules for inbound calls
 * @param outbound the rules for outbound calls
 * @param candidate another file that is evaluated for comparison; null if there is none
 */
public record RuleSets(RuleSet inbound, RuleSet outbound, @Nullable Candidate candidate) {
  /** The rules of an application without a rules file. */
  public static final RuleSets EMPTY =
      new RuleSets(RuleSet.EMPTY, RuleSet.outbound(RuleSet.EMPTY.settings(), List.of()));

  public RuleSets {
    if (inbound.isOutbound() || !outbound.isOutbound()) {
      throw new IllegalArgumentException("inbound and outbound rules are swapped");
    }
  }

  /** Creates the rules of a file without a candidate. */
  public RuleSets(RuleSet inbound, RuleSet outbound) {
    this(inbound, outbound, /* candidate= */ null);
  }

  /** Returns a copy with this candidate. */
  public RuleSets withCandidate(@Nullable Candidate newCandidate) {
    return new RuleSets(inbound, outbound, newCandidate);
  }

  /** Creates the rules of a file with these settings. */
  public static RuleSets of(FileSettings settings, List<Rule> inbound, List<Rule> outbound) {
    return new RuleSets(new RuleSet(settings, inbound), RuleSet.outbound(settings, outbound));
  }

  /** True if these are the rules of an application without a rules file. */
  public boolean isEmpty() {
    // The fields of records are compared last: the first such comparison costs start-up time.
    return size() == 0 && candidate == null && (isInitial() || equals(EMPTY));
  }

  @SuppressWarnings("ReferenceEquality")
  private boolean isInitial() {
    return this == EMPTY;
  }

  /** The mode of the file, which applies to inbound and outbound rules. */
  public Mode mode() {
    return inbound.mode();
  }

  /** The number of inbound and outbound rules. */
  public int size() {
    return inbound.rules().size() + outbound.rules().size();
  }

  /**
   * A rules file that may replace the active one.
   *
   * @param name the path as the rules file or the agent option names it
   * @param rules the rules of the candidate
   */
  public record Candidate(String name, RuleSets rules) {}
}
