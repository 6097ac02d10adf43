package dev.penstock.agent.reload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.Repetitions;
import dev.penstock.rules.Rule;
import dev.penstock.rules.RuleSets;
import dev.penstock.rules.config.ParsedRules;
import dev.penstock.rules.config.RulesFile;
import dev.penstock.rules.config.text.MarkedFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Checks that the log line of a reload never shows the value of a variable. */
class VariablesInLogTest {
  @Test
  void theLineAboutAReloadShowsVariablesAndNotTheirValues() throws IOException {
    List<String> leaks = new ArrayList<>();
    int good = 0;
    int step = Repetitions.of(4, 1);
    int scalar = 0;
    for (String sample : MarkedFiles.samples()) {
      for (String marked : MarkedFiles.marked(sample)) {
        for (int i = scalar++ % step; i < MarkedFiles.VALUES.size(); i += step) {
          String value = MarkedFiles.VALUES.get(i);
          RuleSets rules = rules(marked, value);
          String words = words(rules).toLowerCase(Locale.ROOT);
          good += rules.size() > 0 ? 1 : 0;
          if (words.contains(MarkedFiles.WORD) || words.contains(MarkedFiles.NUMBER)) {
            leaks.add(value + " in\n" + marked + "\n" + words);
          }
        }
      }
    }
    assertThat(leaks).isEmpty();
    assertThat(good).isGreaterThan(25);
  }

  @Test
  void theLineAboutAReloadShowsTheRuleAsWritten() {
    String file =
        """
        version: 1
        inbound:
          a: { match: "/${env:PART}/**", key: "header.${env:NAME}", rate: "${env:RATE}" }
        """;
    Map<String, String> variables = Map.of("PART", "hidden", "NAME", "Hidden", "RATE", "5/min");
    RuleSets rules = ((ParsedRules.Good) RulesFile.parse("p.yaml", file, variables::get)).rules();
    assertThat(RuleChanges.between(RuleSets.EMPTY, rules))
        .isEqualTo(
            "mode is enforce, added a (${env:RATE} by header.${env:NAME} on [/${env:PART}/**])");
  }

  private static String words(RuleSets rules) {
    StringBuilder words = new StringBuilder(RuleChanges.between(RuleSets.EMPTY, rules));
    for (Rule rule : rules.inbound().rules()) {
      words.append(RuleChanges.limits(rule));
    }
    return words.toString();
  }

  private static RuleSets rules(String file, String value) {
    ParsedRules parsed =
        RulesFile.parse(
            "penstock.yaml",
            file,
            name -> name.equals(MarkedFiles.VARIABLE) ? value : "0123456789abcdef");
    return parsed instanceof ParsedRules.Good good ? good.rules() : RuleSets.EMPTY;
  }
}
