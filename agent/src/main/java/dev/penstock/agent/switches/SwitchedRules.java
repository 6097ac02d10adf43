package dev.penstock.agent.switches;

import dev.penstock.rules.RuleSets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A rules file and which of its rules are in another mode than the file says.
 *
 * @param file the rules as in the file
 * @param applied the rules in force
 * @param all the reason why all rules differ, such as {@code switched off by console}; null if they
 *     do not
 * @param rules the reason for each rule that differs, by its name
 * @param switchedOn the names of rules that are switched to enforce
 */
public record SwitchedRules(
    RuleSets file,
    RuleSets applied,
    @Nullable String all,
    Map<String, String> rules,
    Set<String> switchedOn) {
  public SwitchedRules {
    rules = Collections.unmodifiableMap(new LinkedHashMap<>(rules));
    switchedOn = Set.copyOf(switchedOn);
  }

  /** Rules that are in force as in the file. */
  public static SwitchedRules unswitched(RuleSets file) {
    return new SwitchedRules(file, file, /* all= */ null, Map.of(), Set.of());
  }
}
