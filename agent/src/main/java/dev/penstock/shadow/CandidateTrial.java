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
 * The two rule sets that shadow mode compares for one direction.
 *
 * @param enforced the rules to compare with; null for the live rules as they are
 * @param candidate the rules that may replace them
 */
public record CandidateTrial(@Nullable RuleSet enforced, RuleSet candidate) {
  /*
   * Every form of shadow mode is a comparison of two rule sets. With a candidate file, the
   * candidate is that file. Without one, the candidate is the rules file with each `shadow` block
   * in place of its rule, and with every rule enforced for all of its keys.
   *
   * The other side is usually the live rules as they are: a rule in shadow mode rejects nothing
   * now. But a rule with a `shadow` block, or a file with a candidate file, is compared as if it
   * were enforced even where it is not: the user wants to compare the two limits, not one limit
   * with none.
   */

  /** True if the file has something in shadow, in either direction. */
  public static boolean existsIn(RuleSets file) {
    return ofInbound(file) != null || ofOutbound(file) != null;
  }

  /** The name of the candidate in logs and reports: its file, or the rules in shadow. */
  public static String candidateName(RuleSets file) {
    RuleSets.Candidate candidate = file.candidate();
    return candidate == null ? "the rules in shadow" : candidate.name();
  }

  /** The rule sets to compare for inbound requests; null if nothing is in shadow there. */
  public static @Nullable CandidateTrial ofInbound(RuleSets file) {
    RuleSets.Candidate candidate = file.candidate();
    return of(file.inbound(), candidate == null ? null : candidate.rules().inbound());
  }

  /** The rule sets to compare for outbound calls; null if nothing is in shadow there. */
  public static @Nullable CandidateTrial ofOutbound(RuleSets file) {
    RuleSets.Candidate candidate = file.candidate();
    return of(file.outbound(), candidate == null ? null : candidate.rules().outbound());
  }

  private static @Nullable CandidateTrial of(RuleSet file, @Nullable RuleSet candidate) {
    if (file.mode() == Mode.OFF) {
      return null;
    }
    if (candidate != null) {
      boolean isEmpty = file.rules().isEmpty() && candidate.rules().isEmpty();
      boolean sheds = sheds(file) || sheds(candidate);
      return isEmpty && !sheds ? null : new CandidateTrial(enforcedSide(file, true), candidate);
    }
    boolean isInShadow = file.mode() == Mode.SHADOW && (!file.rules().isEmpty() || sheds(file));
    for (Rule rule : file.rules()) {
      isInShadow |= rule.mode() != Mode.OFF && rule.isInShadow();
    }
    return isInShadow
        ? new CandidateTrial(enforcedSide(file, hasShadowBlocks(file)), promoted(file))
        : null;
  }

  /** This trial with some rules off on both sides. */
  public CandidateTrial without(Set<String> names) {
    return names.isEmpty()
        ? this
        : new CandidateTrial(enforced == null ? null : off(enforced, names), off(candidate, names));
  }

  private static RuleSet off(RuleSet side, Set<String> names) {
    List<Rule> rules = new ArrayList<>();
    for (Rule rule : side.rules()) {
      rules.add(names.contains(rule.name()) ? rule.withMode(Mode.OFF) : rule);
    }
    return side.with(rules);
  }

  /** True if the candidate has a rule of this name. */
  public boolean candidateHasRule(String name) {
    return candidate.rules().stream().anyMatch(rule -> rule.name().equals(name));
  }

  private static boolean sheds(RuleSet rules) {
    return rules.settings().shedding() != null;
  }

  private static boolean hasShadowBlocks(RuleSet file) {
    return file.rules().stream().anyMatch(rule -> rule.candidate() != null);
  }

  /** The file with everything enforced that is in shadow. */
  private static RuleSet promoted(RuleSet file) {
    return changed(
        file,
        rule -> {
          Rule candidate = rule.candidate();
          return rule.mode() == Mode.OFF ? rule : candidate == null ? rule.enforced() : candidate;
        });
  }

  /**
   * The rules to compare with; null for the live rules.
   *
   * @param hasCandidate true if the file has a candidate other than itself
   */
  private static @Nullable RuleSet enforcedSide(RuleSet file, boolean hasCandidate) {
    boolean isLive = file.mode() == Mode.ENFORCE;
    for (Rule rule : file.rules()) {
      isLive &= rule.mode() != Mode.SHADOW || rule.candidate() == null;
    }
    return isLive || !hasCandidate
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
    FileSettings settings = file.settings().withMode(Mode.ENFORCE);
    return file.isOutbound() ? RuleSet.outbound(settings, rules) : new RuleSet(settings, rules);
  }
}
