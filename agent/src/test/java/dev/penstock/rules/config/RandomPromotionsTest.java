package dev.penstock.rules.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.Repetitions;
import dev.penstock.rules.Mode;
import dev.penstock.rules.Quota;
import dev.penstock.rules.Rule;
import dev.penstock.rules.RuleSets;
import dev.penstock.rules.cutover.Promotion;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks that a promoted file has exactly the compared rules, for random files in any style. */
class RandomPromotionsTest {
  private static final int FILES = Repetitions.of(150, 400);

  @Test
  void aPromotedFileHasTheRulesThatWereCompared() {
    int promoted = 0;
    for (int seed = 0; seed < FILES; seed++) {
      RandomShadowFile file = new RandomShadowFile(seed);
      ParsedRules.Good before = Good.file(file.text());
      if (isInShadow(before.rules())) {
        Promotion.Result result = Promotion.promote("penstock.yaml", file.text(), name -> null);
        assertThat(result).as(file.text()).isInstanceOf(Promotion.Promoted.class);
        check(file, before.rules(), ((Promotion.Promoted) result).text());
        promoted++;
      }
    }
    assertThat(promoted).isGreaterThan(FILES / 2);
  }

  private static void check(RandomShadowFile file, RuleSets before, String text) {
    String both = file.text() + "=== became\n" + text;
    assertThat(parse(text)).as(both).isInstanceOf(ParsedRules.Good.class);
    RuleSets after = ((ParsedRules.Good) parse(text)).rules();
    assertThat(after.mode()).as(both).isEqualTo(Mode.ENFORCE);
    List<String> expected = new ArrayList<>();
    for (Rule rule : all(before)) {
      Rule candidate = rule.candidate();
      if (rule.mode() == Mode.OFF) {
        expected.add(words(candidate == null ? rule : candidate.withMode(Mode.OFF)));
      } else {
        expected.add(words(candidate == null ? rule.enforced() : candidate));
      }
    }
    assertThat(all(after)).as(both).map(RandomPromotionsTest::words).isEqualTo(expected);
    assertThat(text).as(both).doesNotContain("shadow");
    int at = 0;
    for (String line : file.unchangedLines()) {
      int found = text.indexOf(line, at);
      assertThat(found).as(line + "is not left of\n" + both).isNotNegative();
      at = found + line.length();
    }
  }

  private static boolean isInShadow(RuleSets rules) {
    return rules.mode() == Mode.SHADOW
        || ShadowParser.isInShadow(rules.inbound().rules())
        || ShadowParser.isInShadow(rules.outbound().rules());
  }

  private static List<Rule> all(RuleSets rules) {
    List<Rule> all = new ArrayList<>(rules.inbound().rules());
    all.addAll(rules.outbound().rules());
    return all;
  }

  private static String words(Rule rule) {
    StringBuilder words = new StringBuilder(rule.name());
    for (Quota quota : rule.quotas()) {
      words.append(quota.name()).append(quota.rate()).append(quota.algorithm());
    }
    return words.append(rule.meaning()).toString();
  }

  private static ParsedRules parse(String text) {
    return RulesFile.parse("penstock.yaml", text, name -> null);
  }
}
