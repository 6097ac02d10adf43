package dev.penstock.shadow;

import dev.penstock.rules.FileSettings;
import dev.penstock.rules.Mode;
import dev.penstock.rules.Rule;
import dev.penstock.rules.RuleSet;
import dev.penstock.rules.RuleSets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The rules for calls that go one way, and what is to take their place some day.
 *
 * @param old the rules to compare with; null for those that are in force
 * @param next the candidate
 */
public record CandidateTrial(@Nullable RuleSet old, RuleSet next) {
  /*
   * All forms of shadow come to the same: two sets of rules, and every call is judged by both. A
   * candidate file is one of them as it is. Without one, the candidate is the file itself as it would
   * be with every block in the place of its rule, and every rule enforced, for all of its keys.
   *
   * What it is compared with is what is in force, whatever that is: a rule in shadow refuses nothing
   * now. But whoever writes another limit beside a rule wants to compare the two, and not the second
   * one with nothing: so a rule that has one, or a file that does, is compared as if it were enforced
   * even where it is not.
   */

  /** True if a file has something in shadow. */
  public static boolean isIn(RuleSets file) {
    return ofInbound(file) != null || ofOutbound(file) != null;
  }

  /** The trial of the calls that come in; null if nothing is in shadow there. */
  public static @Nullable CandidateTrial ofInbound(RuleSets file) {
    RuleSets.Candidate candidate = file.candidate();
    return of(file.inbound(), candidate == null ? null : candidate.rules().inbound());
  }

  /** The trial of the calls that go out; null if nothing is in shadow there. */
  public static @Nullable CandidateTrial ofOutbound(RuleSets file) {
    RuleSets.Candidate candidate = file.candidate();
    return of(file.outbound(), candidate == null ? null : candidate.rules().outbound());
  }

  private static @Nullable CandidateTrial of(RuleSet file, @Nullable RuleSet candidate) {
    if (file.mode() == Mode.OFF) {
      return null;
    }
    if (candidate != null) {
      boolean nothing = file.rules().isEmpty() && candidate.rules().isEmpty();
      boolean sheds = sheds(file) || sheds(candidate);
      return nothing && !sheds ? null : new CandidateTrial(comparedWith(file, true), candidate);
    }
    boolean inShadow = file.mode() == Mode.SHADOW && (!file.rules().isEmpty() || sheds(file));
    for (Rule rule : file.rules()) {
      inShadow |= rule.mode() != Mode.OFF && rule.isInShadow();
    }
    return inShadow
        ? new CandidateTrial(comparedWith(file, hasBlocks(file)), promoted(file))
        : null;
  }

  /** The same with some rules off, on both sides and whatever each of them says of these. */
  public CandidateTrial without(Set<String> names) {
    return names.isEmpty()
        ? this
        : new CandidateTrial(old == null ? null : off(old, names), off(next, names));
  }

  private static RuleSet off(RuleSet side, Set<String> names) {
    List<Rule> rules = new ArrayList<>();
    for (Rule rule : side.rules()) {
      rules.add(names.contains(rule.name()) ? rule.in(Mode.OFF) : rule);
    }
    return side.with(rules);
  }

  /** True if the candidate has a rule of this name. */
  public boolean knows(String name) {
    return next.rules().stream().anyMatch(rule -> rule.name().equals(name));
  }

  private static boolean sheds(RuleSet rules) {
    return rules.settings().shedding() != null;
  }

  private static boolean hasBlocks(RuleSet file) {
    return file.rules().stream().anyMatch(rule -> rule.candidate() != null);
  }

  /** The file with all that is in shadow in force. */
  private static RuleSet promoted(RuleSet file) {
    return changed(
        file,
        rule -> {
          Rule candidate = rule.candidate();
          return rule.mode() == Mode.OFF ? rule : candidate == null ? rule.enforced() : candidate;
        });
  }

  private static @Nullable RuleSet comparedWith(RuleSet file, boolean namesOther) {
    boolean inForce = file.mode() == Mode.ENFORCE;
    for (Rule rule : file.rules()) {
      inForce &= rule.mode() != Mode.SHADOW || rule.candidate() == null;
    }
    return inForce || !namesOther
        ? null
        : changed(
            file,
            rule ->
                rule.mode() == Mode.SHADOW && rule.candidate() != null ? rule.enforced() : rule);
  }

  private static RuleSet changed(RuleSet file, UnaryOperator<Rule> change) {
    List<Rule> rules = new ArrayList<>();
    for (Rule rule : file.rules()) {
      rules.add(change.apply(rule));
    }
    FileSettings settings = file.settings().in(Mode.ENFORCE);
    return file.isOutbound() ? RuleSet.outbound(settings, rules) : new RuleSet(settings, rules);
  }
}
