package dev.penstock.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.penstock.limit.FixedWindow;
import dev.penstock.rules.key.ClientAddress;
import dev.penstock.rules.key.GlobalKey;
import dev.penstock.rules.match.Match;
import dev.penstock.rules.match.PathPattern;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RuleSetsTest {
  @Test
  void countsTheRulesOfBothSections() {
    FileSettings settings = FileSettings.of(Mode.SHADOW, Exemption.NONE, ClientAddress.DIRECT);
    RuleSets rules = RuleSets.of(settings, List.of(rule("a")), List.of(rule("b"), rule("c")));
    assertThat(rules.size()).isEqualTo(3);
    assertThat(rules.mode()).isEqualTo(Mode.SHADOW);
    assertThat(rules.inbound().rules()).extracting(Rule::name).containsExactly("a");
    assertThat(rules.outbound().rules()).extracting(Rule::name).containsExactly("b", "c");
  }

  @Test
  void withoutAFileThereAreNoRules() {
    assertThat(RuleSets.EMPTY.size()).isZero();
    assertThat(RuleSets.EMPTY.mode()).isEqualTo(Mode.OFF);
    assertThat(RuleSets.EMPTY.outbound().mode()).isEqualTo(Mode.OFF);
  }

  @Test
  void rejectsSwappedSections() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RuleSets(RuleSets.EMPTY.outbound(), RuleSets.EMPTY.outbound()));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RuleSets(RuleSet.EMPTY, RuleSet.EMPTY));
  }

  private static Rule rule(String name) {
    Match all = new Match(List.of(), PathPattern.parse("/**"));
    return Rule.of(name, List.of(all), GlobalKey.INSTANCE, new FixedWindow(5, 1_000_000), "5/s");
  }

  @Test
  void theMeaningOfRulesDoesNotDependOnTheOrderOfATable() {
    assertThat(meaning(new LinkedHashMap<>(Map.of("k1", "pro")), "k2"))
        .isEqualTo(meaning(new LinkedHashMap<>(Map.of("k2", "pro")), "k1"));
  }

  private static String meaning(Map<String, String> table, String last) {
    table.put(last, "pro");
    Plans plans = new Plans(GlobalKey.INSTANCE, table, "free");
    FileSettings settings =
        new FileSettings(
            Mode.ENFORCE, Exemption.NONE, ClientAddress.DIRECT, plans, /* shedding= */ null, 1);
    return new RuleSet(settings, List.of()).meaning();
  }
}
