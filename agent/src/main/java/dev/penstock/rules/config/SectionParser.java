package dev.penstock.rules.config;

import dev.penstock.rules.Rule;
import dev.penstock.rules.config.text.LocatedText;
import dev.penstock.rules.config.text.LocatedValue.Entry;
import dev.penstock.rules.config.text.MessageWords;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Parses {@code inbound} or {@code outbound}: rules by name. */
final class SectionParser {
  private final RuleScope scope;
  private final RuleNames names;
  private final Map<String, String> namesByMeaning = new HashMap<>();

  SectionParser(RuleScope scope, RuleNames names) {
    this.scope = scope;
    this.names = names;
  }

  List<Rule> parse(List<Entry> entries) {
    List<Rule> rules = new ArrayList<>();
    for (Entry entry : entries) {
      if (isSetting(entry)) {
        entry
            .name()
            .error(
                MessageWords.code(entry.name()) + " is a setting of a rule, not the name of a rule",
                "give the rule a name, and indent its settings below it: "
                    + MessageWords.code(
                        scope.section().word()
                            + ": { api: { "
                            + entry.name().value()
                            + ": ... } }"));
        return rules;
      }
      Rule rule = RuleParser.parse(entry, scope);
      if (rule != null) {
        names.check(entry.name(), rule, scope.section());
        warnOfTwin(entry.name(), rule);
        rules.add(rule);
      }
    }
    return rules;
  }

  /** True for a setting in the place of a rule, because the name of the rule is missing. */
  private boolean isSetting(Entry entry) {
    return !entry.value().isMap()
        && scope.section().ruleKeys().known().contains(entry.name().value());
  }

  private void warnOfTwin(LocatedText name, Rule rule) {
    String twin = namesByMeaning.putIfAbsent(rule.meaning(), rule.name());
    if (twin != null) {
      name.warning(
          MessageWords.code(rule.name()) + " does the same as " + MessageWords.code(twin),
          "remove one of them");
    }
  }
}
