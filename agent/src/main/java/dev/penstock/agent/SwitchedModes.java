package dev.penstock.agent;

import dev.penstock.rules.Mode;
import dev.penstock.rules.Rule;
import dev.penstock.rules.RuleSet;
import dev.penstock.rules.RuleSets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A rules file, and what an operator has switched over in it. Never changes itself. */
final class SwitchedModes {
  /*
   * A switch is a change to the file, made before anybody else gets to see it. So what is woven, held,
   * compared and counted is what it would be if the file had said so, and no decision ever asks for
   * a switch.
   */

  /** No file was found yet, and nothing was switched over. */
  static final SwitchedModes NONE = new SwitchedModes(RuleSets.EMPTY, /* all= */ null, Map.of());

  private final RuleSets file;
  private final @Nullable Switch all;
  private final Map<String, Switch> rules;

  /**
   * What was chosen, and by whom.
   *
   * @param by such as {@code console}
   */
  record Switch(Mode mode, String by) {
    /** Such as {@code switched off by console}. */
    @Override
    public String toString() {
      return "switched " + (mode == Mode.OFF ? "off" : "to " + mode.word()) + " by " + by;
    }
  }

  private SwitchedModes(RuleSets file, @Nullable Switch all, Map<String, Switch> rules) {
    this.file = file;
    this.all = all;
    this.rules = Collections.unmodifiableMap(new LinkedHashMap<>(rules));
  }

  /** The same switches over another file; those of rules that are not in it are dropped. */
  SwitchedModes over(RuleSets newFile) {
    Map<String, Switch> kept = new LinkedHashMap<>(rules);
    kept.keySet().removeIf(rule -> find(newFile, rule) == null);
    return new SwitchedModes(newFile, all, kept);
  }

  /** The same with all rules switched over, or back if that is null. */
  SwitchedModes withAll(@Nullable Switch newAll) {
    return new SwitchedModes(file, newAll, rules);
  }

  /** The same with one rule switched over, or back if that is null. */
  SwitchedModes withRule(String rule, @Nullable Switch newSwitch) {
    Map<String, Switch> changed = new LinkedHashMap<>(rules);
    changed.remove(rule);
    if (newSwitch != null) {
      changed.put(rule, newSwitch);
    }
    return new SwitchedModes(file, all, changed);
  }

  /** True if a file was found. */
  boolean hasFile() {
    return !file.equals(RuleSets.EMPTY);
  }

  boolean hasRule(String rule) {
    return find(file, rule) != null;
  }

  /** The names of the rules that are switched over, in the order in which that was done. */
  List<String> switchedRules() {
    return List.copyOf(rules.keySet());
  }

  /** The mode that the file asks for. */
  Mode inFile() {
    return file.mode();
  }

  /** The mode of all rules that is in force. */
  Mode mode() {
    return all == null ? file.mode() : all.mode();
  }

  /** The mode of a rule that is in force; off if there is no such rule. */
  Mode mode(String rule) {
    Switch own = rules.get(rule);
    return mode().orMilder(own == null ? ownMode(rule) : own.mode());
  }

  /** How all rules were switched over; null if the file decides. */
  @Nullable Switch all() {
    return all;
  }

  /** How this very rule was switched over; null if the file decides, or all were switched. */
  @Nullable Switch of(String rule) {
    return rules.get(rule);
  }

  /** The mode that the file has for a rule, whatever it has for all. */
  Mode ownMode(String rule) {
    Rule found = find(file, rule);
    return found == null ? Mode.OFF : found.mode();
  }

  /** The file as it would be if it had said so. */
  RuleSets applied() {
    return all == null && rules.isEmpty()
        ? file
        : new RuleSets(applied(file.inbound()), applied(file.outbound()), file.candidate());
  }

  /** What is in another mode than the file says. A switch to what the file says is none. */
  SwitchedRules switchedOver() {
    Map<String, String> why = new LinkedHashMap<>();
    Set<String> switchedOn = new HashSet<>();
    for (Map.Entry<String, Switch> rule : rules.entrySet()) {
      if (rule.getValue().mode() != ownMode(rule.getKey())) {
        why.put(rule.getKey(), rule.getValue().toString());
        if (rule.getValue().mode() == Mode.ENFORCE) {
          switchedOn.add(rule.getKey());
        }
      }
    }
    String whyAll = all == null || all.mode() == file.mode() ? null : all.toString();
    return new SwitchedRules(file, applied(), whyAll, why, switchedOn);
  }

  private RuleSet applied(RuleSet section) {
    List<Rule> changed = new ArrayList<>();
    for (Rule rule : section.rules()) {
      Switch own = rules.get(rule.name());
      changed.add(own == null ? rule : rule.withMode(own.mode()));
    }
    return section.with(changed).withMode(mode());
  }

  /** What was switched over, to be read after what the file says; empty if nothing was. */
  String remark() {
    StringBuilder remark = new StringBuilder(all == null ? "" : "; " + all);
    for (Map.Entry<String, Switch> rule : rules.entrySet()) {
      remark.append("; rule ").append(rule.getKey()).append(' ').append(rule.getValue());
    }
    return remark.toString();
  }

  private static @Nullable Rule find(RuleSets in, String name) {
    for (RuleSet section : List.of(in.inbound(), in.outbound())) {
      for (Rule rule : section.rules()) {
        if (rule.name().equals(name)) {
          return rule;
        }
      }
    }
    return null;
  }
}
