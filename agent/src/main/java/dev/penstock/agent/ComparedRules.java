package dev.penstock.agent;

import dev.penstock.rules.Mode;
import dev.penstock.rules.RuleSets;
import dev.penstock.shadow.CandidateTrial;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is compared, by the file and in spite of what an operator has switched over in it.
 *
 * @param rules the file to compare by
 * @param whyNothing the reason why all calls are left out; null if they are compared
 * @param whyRules the reason why a rule is left out, by its name
 * @param switchedOn those of them that are enforced although the file does not enforce them
 * @param seesCalls false if neither side may see a call
 */
record ComparedRules(
    RuleSets rules,
    @Nullable String whyNothing,
    Map<String, String> whyRules,
    Set<String> switchedOn,
    boolean seesCalls) {
  /*
   * With rules that are off or switched over there is nothing to compare a candidate with. So neither
   * side may see the calls in question: budgets of the one that does not see them would differ from
   * then on, and calls would diverge later that the candidate treats like the rules in force.
   *
   * - If all rules are switched over, or the file itself has gone off, neither side sees any call.
   * - If one rule is, it is off on both sides, and the others go on. Where it is switched on, it can
   *   turn a call away that then costs the others nothing in force; so the candidate must not see
   *   that call either.
   * - If the candidate has no rule of that name, the rule that takes its place is not known: nothing
   *   is counted, but the candidate sees the calls, as the other rules in force do.
   *
   * A file that has nothing in shadow itself is compared as it was switched: an operator who
   * switches a rule to shadow wants to see that comparison.
   */
  private static final String FILE_IS_OFF = "the file says off";

  /**
   * @param last what was compared until now; null if nothing was
   */
  static ComparedRules of(SwitchedRules switched, @Nullable ComparedRules last) {
    RuleSets file = switched.file();
    if (CandidateTrial.existsIn(file)) {
      return of(file, switched, switched.all());
    }
    if (last != null && file.mode() == Mode.OFF) {
      RuleSets awake = in(last.rules.mode(), file);
      if (CandidateTrial.existsIn(awake)) {
        return of(awake, switched, whyNothing(switched, awake.mode()));
      }
    }
    return new ComparedRules(
        switched.applied(), /* whyNothing= */ null, Map.of(), Set.of(), /* seesCalls= */ true);
  }

  /** A file that is off is compared all the same if an operator has switched it on. */
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

  /** True if the candidate has the rule, or it is for calls that are not compared. */
  private static boolean isKnown(String rule, RuleSets file) {
    boolean isOutbound =
        file.outbound().rules().stream().anyMatch(each -> each.name().equals(rule));
    CandidateTrial trial =
        isOutbound ? CandidateTrial.ofOutbound(file) : CandidateTrial.ofInbound(file);
    return trial == null || trial.candidateHasRule(rule);
  }

  /** The trial of the calls that come in; null if there is none. */
  @Nullable CandidateTrial inbound() {
    CandidateTrial trial = CandidateTrial.ofInbound(rules);
    return trial == null ? null : trial.without(whyRules.keySet());
  }

  /** The trial of the calls that go out; null if there is none. */
  @Nullable CandidateTrial outbound() {
    CandidateTrial trial = CandidateTrial.ofOutbound(rules);
    return trial == null ? null : trial.without(whyRules.keySet());
  }
}
