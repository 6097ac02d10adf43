package dev.penstock.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.rule.Plans;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rates by plan, and the table that says who has which. */
class PlansTest {
  private static final String RULES =
      """
      version: 1
      inbound:
        a: { match: /a, rate: { pro: 50/s, free: 5/s }, key: ip }
      plans: { from: header.X-API-Key, table: plans.csv, default: free }
      """;

  @TempDir private File directory;

  @Test
  void readsWhoHasWhichPlan() throws IOException {
    Parsed.Good good = (Parsed.Good) read("key,plan\n# ours\nk1, pro\r\n\nk2,free\n");
    Plans plans = Objects.requireNonNull(good.rules().inbound().settings().plans());
    assertThat(plans.table()).isEqualTo(Map.of("k1", "pro", "k2", "free"));
    assertThat(plans.from()).hasToString("header.X-API-Key");
    assertThat(plans.defaultPlan()).isEqualTo("free");
    assertThat(good.warnings()).isEmpty();
    assertThat(good.alsoRead()).containsExactly(new File(directory, "plans.csv"));
  }

  @Test
  void putsTheDefaultFirstAsItIsForAllOtherPlans() throws IOException {
    Parsed.Good good = (Parsed.Good) read("");
    assertThat(good.rules().inbound().rules().get(0).quotas().get(0).limits().keySet())
        .containsExactly("free", "pro");
    assertThat(good.rules().inbound().rules().get(0).quotas().get(0).rate())
        .isEqualTo("pro 50/s, free 5/s");
  }

  @Test
  void takesTheKeyForThePlanWithoutATable() {
    Parsed.Good good = Good.file(RULES.replace("table: plans.csv, ", ""));
    assertThat(Objects.requireNonNull(good.rules().inbound().settings().plans()).table()).isNull();
    assertThat(good.alsoRead()).isEmpty();
  }

  @Test
  void pointsAtTheLinesOfABrokenTable() throws IOException {
    Parsed parsed = read("k1,pro\nk2\nk1,free\na,b,c\n,free\nk3,\nk4,top dog\n");
    assertThat(parsed.alsoRead()).hasSize(1);
    assertThat(messages(((Parsed.Broken) parsed).problems()))
        .isEqualTo(
            """
            plans.csv:2 a comma is missing here
            plans.csv:3 the same key stands on a line before
            plans.csv:4 there is one comma too many
            plans.csv:5 the key is missing
            plans.csv:6 the plan is missing
            plans.csv:7 `top dog` cannot be the name of a plan""");
    assertThat(((Parsed.Broken) parsed).problems().get(0).render())
        .endsWith(
            """
            plans.csv:2:1: error: a comma is missing here
              |
            2 | k2
              | ^^
              = help: write lines such as `k-123,pro`""");
  }

  @Test
  void warnsOfPlansThatNoRuleKnows() throws IOException {
    Parsed.Good good = (Parsed.Good) read("k1,pro\nk2,gold\nk3,gold\n");
    assertThat(messages(good.warnings()))
        .isEqualTo("plans.csv:2 no rule has a rate for the plan `gold`");
  }

  @Test
  void watchesATableThatIsNotThere() throws IOException {
    File rules = new File(directory, "penstock.yaml");
    Files.writeString(rules.toPath(), RULES);
    Parsed parsed = ConfigFile.read(rules);
    assertThat(messages(((Parsed.Broken) parsed).problems()))
        .isEqualTo("penstock.yaml:4 `plans.csv` cannot be read: there is no such file");
    assertThat(parsed.alsoRead()).containsExactly(new File(directory, "plans.csv"));
  }

  private Parsed read(String table) throws IOException {
    Files.writeString(new File(directory, "plans.csv").toPath(), table);
    File rules = new File(directory, "penstock.yaml");
    Files.writeString(rules.toPath(), RULES);
    return ConfigFile.parse(rules.getPath(), ConfigFile.bytesOf(rules));
  }

  private String messages(List<Problem> problems) {
    return problems.stream()
        .map(problem -> problem.file() + ":" + problem.line() + " " + problem.message())
        .collect(Collectors.joining("\n"))
        .replace(directory.getPath() + File.separator, "");
  }
}
