package dev.penstock.agent.switches;

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

/** A rules file together with the modes that operators have switched in it. Immutable. */
public final class SwitchedModes {
  /*
   * A switch changes the rules before any other part sees them. Hooks, decisions, comparisons and
   * counts therefore behave as if the file had these modes, and no decision checks for a switch.
   */

  /** No file has been found so far, and nothing is switched. */
  static final SwitchedModes NONE = new SwitchedModes(RuleSets.EMPTY, /* all= */ null, Map.of());

  private final RuleSets file;
  private final @Nullable Switch all;
  private final Map<String, Switch> rules;

  /**
   * One switch: the chosen mode and who chose it.
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

  /** Returns the same switches for another file; switches of rules that it lacks are dropped. */
  SwitchedModes withFile(RuleSets newFile) {
    Map<String, Switch> kept = new LinkedHashMap<>(rules);
    kept.keySet().removeIf(rule -> find(newFile, rule) == null);
    return new SwitchedModes(newFile, all, kept);
  }

  /** Returns a copy with all rules switched, or switched back if null. */
  SwitchedModes withAll(@Nullable Switch newAll) {
    return new SwitchedModes(file, newAll, rules);
  }

  /** Returns a copy with one rule switched, or switched back if null. */
  SwitchedModes withRule(String rule, @Nullable Switch newSwitch) {
    Map<String, Switch> changed = new LinkedHashMap<>(rules);
    changed.remove(rule);
    if (newSwitch != null) {
      changed.put(rule, newSwitch);
    }
    return new SwitchedModes(file, all, changed);
  }

  /** True if a rules file has been found. */
  boolean hasFile() {
    return !file.isEmpty();
  }

  boolean hasRule(String rule) {
    return find(file, rule) != null;
  }

  /** Returns the names of the switched rules, in the order of the switches. */
  List<String> switchedRules() {
    return List.copyOf(rules.keySet());
  }

  /** Returns the mode in the file. */
  Mode inFile() {
    return file.mode();
  }

  /** Returns the mode of all rules that is in force. */
  Mode mode() {
    return all == null ? file.mode() : all.mode();
  }

  /** Returns the mode of a rule that is in force; off if there is no such rule. */
  Mode mode(String rule) {
    Switch own = rules.get(rule);
    return mode().orMilder(own == null ? ownMode(rule) : own.mode());
  }

  /** Returns the switch of all rules; null if there is none. */
  @Nullable Switch all() {
    return all;
  }

  /** Returns the switch of this one rule; null if there is none. */
  @Nullable Switch of(String rule) {
    return rules.get(rule);
  }

  /** Returns the mode of the rule in the file, regardless of the mode of the whole file. */
  Mode ownMode(String rule) {
    Rule found = find(file, rule);
    return found == null ? Mode.OFF : found.mode();
  }

  /** Returns the rules with all switches applied. */
  RuleSets applied() {
    return all == null && rules.isEmpty()
        ? file
        : new RuleSets(applied(file.inbound()), applied(file.outbound()), file.candidate());
  }

  /** Returns what differs from the file. A switch to the mode of the file makes no difference. */
  SwitchedRules toRules() {
    Map<String, String> reasons = new LinkedHashMap<>();
    Set<String> switchedOn = new HashSet<>();
    for (Map.Entry<String, Switch> rule : rules.entrySet()) {
      if (rule.getValue().mode() != ownMode(rule.getKey())) {
        reasons.put(rule.getKey(), rule.getValue().toString());
        if (rule.getValue().mode() == Mode.ENFORCE) {
          switchedOn.add(rule.getKey());
        }
      }
    }
    String reasonForAll = all == null || all.mode() == file.mode() ? null : all.toString();
    return new SwitchedRules(file, applied(), reasonForAll, reasons, switchedOn);
  }

  private RuleSet applied(RuleSet section) {
    List<Rule> changed = new ArrayList<>();
    for (Rule rule : section.rules()) {
      Switch own = rules.get(rule.name());
      changed.add(own == null ? rule : rule.withMode(own.mode()));
    }
    return section.with(changed).withMode(mode());
  }

  /** Returns the switches as the end of a log line; empty if there are none. */
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
