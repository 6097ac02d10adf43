package dev.penstock.agent;

import dev.penstock.rules.RuleSets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A rules file, and what of it is in another mode than the file says.
 *
 * @param file what the file says
 * @param applied what is in force
 * @param all why all rules are, such as {@code switched off by console}; null if they are not
 * @param rules why a rule is, by its name
 * @param switchedOn the names of those of them that are enforced now
 */
record SwitchedRules(
    RuleSets file,
    RuleSets applied,
    @Nullable String all,
    Map<String, String> rules,
    Set<String> switchedOn) {
  SwitchedRules {
    rules = Collections.unmodifiableMap(new LinkedHashMap<>(rules));
    switchedOn = Set.copyOf(switchedOn);
  }

  /** A file that is in force as it is. */
  static SwitchedRules nothing(RuleSets file) {
    return new SwitchedRules(file, file, /* all= */ null, Map.of(), Set.of());
  }
}
