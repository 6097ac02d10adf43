package dev.penstock.agent.shadow;

import dev.penstock.agent.switches.SwitchedRules;
import dev.penstock.rules.Mode;
import dev.penstock.rules.RuleSets;
import dev.penstock.shadow.CandidateTrial;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rules that are compared with a candidate, considering the switches of operators.
 *
 * @param rules the rules to compare
 * @param whyNothing the reason why all calls are excluded; null if they are compared
 * @param whyRules the reasons why single rules are excluded, by name
 * @param switchedOn excluded rules that are enforced although the file does not enforce them
 * @param seesCalls false if neither side may see a call
 */
public record ComparedRules(
    RuleSets rules,
    @Nullable String whyNothing,
    Map<String, String> whyRules,
    Set<String> switchedOn,
    boolean seesCalls) {
  /*
   * A candidate cannot be compared with rules that are off or switched. Neither side may then see
   * the calls in question. Otherwise the budgets of the two sides would differ from then on, and
   * later calls would diverge although both sides have the same limits.
   *
   * - If all rules are switched, or the file has changed to mode off, neither side sees any call.
   * - If one rule is switched, it is off on both sides, and the others are still compared. If it is
   *   switched on, it can reject a call, which then costs the other rules in force nothing; the
   *   candidate must not see that call either.
   * - If the candidate has no rule of that name, its counterpart is unknown: nothing is counted, but
   *   the candidate sees the calls, as the other rules in force do.
   *
   * If the file itself has nothing in shadow, the switched rules are compared: an operator who
   * switches a rule to shadow wants to see that comparison.
   */
  private static final String FILE_IS_OFF = "the file says off";

  /**
   * @param last the rules compared until now; null if there was no comparison
   */
  static ComparedRules of(SwitchedRules switched, @Nullable ComparedRules last) {
    RuleSets file = switched.file();
    if (CandidateTrial.existsIn(file)) {
      return of(file, switched, switched.all());
    }
    if (last != null && file.mode() == Mode.OFF) {
      RuleSets enabled = in(last.rules.mode(), file);
      if (CandidateTrial.existsIn(enabled)) {
        return of(enabled, switched, whyNothing(switched, enabled.mode()));
      }
    }
    return new ComparedRules(
        switched.applied(), /* whyNothing= */ null, Map.of(), Set.of(), /* seesCalls= */ true);
  }

  /** A file with mode off is still compared if an operator has switched it on. */
  private static @Nullable String whyNothing(SwitchedRules switched, Mode compared) {
    boolean isSwitchedOn = switched.applied().mode() == compared;
    return isSwitchedOn ? null : switched.all() == null ? FILE_IS_OFF : switched.all();
  }

  private static RuleSets in(Mode mode, RuleSets file) {
    return new RuleSets(
        file.inbound().withMode(mode), file.outbound().withMode(mode), file.candidate());
  }

  private static ComparedRules of(
      RuleSets file, SwitchedRules switched, @Nullable String whyNothing) {
    String why = whyNothing;
    for (Map.Entry<String, String> rule : switched.rules().entrySet()) {
      if (why == null && !isKnown(rule.getKey(), file)) {
        why = "rule " + rule.getKey() + " " + rule.getValue() + ", which the candidate lacks";
      }
    }
    return new ComparedRules(
        file, why, switched.rules(), switched.switchedOn(), /* seesCalls= */ whyNothing == null);
  }

  /** True if the candidate has the rule, or if calls of its direction are not compared. */
  private static boolean isKnown(String rule, RuleSets file) {
    boolean isOutbound =
        file.outbound().rules().stream().anyMatch(each -> each.name().equals(rule));
    CandidateTrial trial =
        isOutbound ? CandidateTrial.ofOutbound(file) : CandidateTrial.ofInbound(file);
    return trial == null || trial.candidateHasRule(rule);
  }

  /** Returns the trial of the inbound rules; null if there is none. */
  @Nullable CandidateTrial inbound() {
    CandidateTrial trial = CandidateTrial.ofInbound(rules);
    return trial == null ? null : trial.without(whyRules.keySet());
  }

  /** Returns the trial of the outbound rules; null if there is none. */
  @Nullable CandidateTrial outbound() {
    CandidateTrial trial = CandidateTrial.ofOutbound(rules);
    return trial == null ? null : trial.without(whyRules.keySet());
  }
}
