package dev.penstock.rules.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.rules.Plans;
import dev.penstock.rules.config.text.Problem;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the parsing of rates by plan and of the table of plans. */
class RatesByPlanTest {
  private static final String RULES =
      """
      version: 1
      inbound:
        a: { match: /a, rate: { pro: 50/s, free: 5/s }, key: ip }
      plans: { from: header.X-API-Key, table: plans.csv, default: free }
      """;

  @TempDir private File directory;

  @Test
  void readsTheTableOfPlans() throws IOException {
    ParsedRules.Good good = (ParsedRules.Good) read("key,plan\n# ours\nk1, pro\r\n\nk2,free\n");
    Plans plans = Objects.requireNonNull(good.rules().inbound().settings().plans());
    assertThat(plans.table()).isEqualTo(Map.of("k1", "pro", "k2", "free"));
    assertThat(plans.from()).hasToString("header.X-API-Key");
    assertThat(plans.defaultPlan()).isEqualTo("free");
    assertThat(good.warnings()).isEmpty();
    assertThat(good.alsoRead()).containsExactly(new File(directory, "plans.csv"));
  }

  @Test
  void putsTheDefaultPlanFirst() throws IOException {
    ParsedRules.Good good = (ParsedRules.Good) read("");
    assertThat(good.rules().inbound().rules().get(0).quotas().get(0).limits().keySet())
        .containsExactly("free", "pro");
    assertThat(good.rules().inbound().rules().get(0).quotas().get(0).rate())
        .isEqualTo("pro 50/s, free 5/s");
  }

  @Test
  void usesTheKeyAsThePlanWithoutATable() {
    ParsedRules.Good good = Good.file(RULES.replace("table: plans.csv, ", ""));
    assertThat(Objects.requireNonNull(good.rules().inbound().settings().plans()).table()).isNull();
    assertThat(good.alsoRead()).isEmpty();
  }

  @Test
  void reportsPositionsInABrokenTableWithoutItsContent() throws IOException {
    ParsedRules parsed =
        read("k1,pro\nhunter2\nk1,free\na,b,c\n,free\nk3, \n  k4, hunter2 hunter2\n");
    assertThat(parsed.alsoRead()).hasSize(1);
    assertThat(rendered(((ParsedRules.Broken) parsed).problems()))
        .isEqualTo(
            """
            plans.csv:2:1: error: a comma is missing on this line
              = help: write lines such as `k-123,pro`
            plans.csv:3:1: error: this key is already on an earlier line
              = help: remove one of both lines
            plans.csv:4:4: error: this line has one comma too many
              = help: write lines such as `k-123,pro`
            plans.csv:5:1: error: the key is missing
              = help: write lines such as `k-123,pro`
            plans.csv:6:5: error: the plan is missing
              = help: write lines such as `k-123,pro`
            plans.csv:7:7: error: this is not a valid plan name
              = help: use letters, digits, `-`, `_` and `.`, without quotes""");
  }

  @Test
  void showsNoKeyOfATableWithSwappedColumns() throws IOException {
    ParsedRules.Good good = (ParsedRules.Good) read("pro,hunter2\nfree,hunter3\n");
    assertThat(rendered(good.warnings())).contains("plans.csv:1:5").doesNotContain("hunter");
    ParsedRules parsed = read("plan,key\npro,hunter2\n");
    assertThat(rendered(((ParsedRules.Broken) parsed).problems()))
        .isEqualTo(
            """
            plans.csv:1:1: error: the columns are in the wrong order
              = help: write lines such as `k-123,pro`""");
  }

  @Test
  void warnsOfPlansWithoutARate() throws IOException {
    ParsedRules.Good good = (ParsedRules.Good) read("k1,pro\nk2,gold\nk3,gold\nk4,prro\n");
    assertThat(rendered(good.warnings()))
        .isEqualTo(
            """
            plans.csv:2:4: warning: no rule has a rate for this plan, so it gets the rate of the default plan
              = help: rules have rates for pro and free
            plans.csv:4:4: warning: no rule has a rate for this plan, so it gets the rate of the default plan
              = help: did you mean `pro`?""");
  }

  @Test
  void warnsOfARateForAPlanThatIsNotInTheTable() throws IOException {
    ParsedRules.Good good = (ParsedRules.Good) read("k1,free\n");
    assertThat(rendered(good.warnings()))
        .isEqualTo(
            """
            penstock.yaml:3:27: warning: no line of `plans.csv` has the plan `pro`
              |
            3 |   a: { match: /a, rate: { pro: 50/s, free: 5/s }, key: ip }
              |                           ^^^
              = at inbound.a.rate.pro
              = help: add a line such as `k-123,pro`, or remove the rate""");
  }

  @Test
  void warnsOfARateWithoutAPlanThatAnotherRuleHas() {
    assertThat(
            Good.warnings(
                """
                version: 1
                inbound:
                  a: { match: /a, rate: { free: 5/s, pro: 50/s } }
                  b: { match: /b, rate: { free: 5/s } }
                plans: { from: header.X-Plan, default: free }
                """))
        .isEqualTo(
            """
            penstock.yaml:4:25: warning: the plan `pro` has no rate here
              |
            4 |   b: { match: /b, rate: { free: 5/s } }
              |                         ^^^^^^^^^^^^^
              = at inbound.b.rate
              = help: it gets the rate of the default plan; add `pro: 100/min` for another rate""");
  }

  @Test
  void rejectsANetworkIfClientsAreLookedUpByAddress() throws IOException {
    String byAddress = RULES.replace("from: header.X-API-Key", "from: ip");
    ParsedRules parsed = read(byAddress, "192.0.2.1,pro\n10.0.0.0/8,pro\n");
    assertThat(rendered(((ParsedRules.Broken) parsed).problems()))
        .isEqualTo(
            """
            plans.csv:2:1: error: a network matches no client, because keys are compared as plain text
              = help: write a line for each address, or select plans by a header that the gateway sets""");
  }

  @Test
  void warnsOfKeysThatMatchNoClient() throws IOException {
    ParsedRules.Good good = (ParsedRules.Good) read("10.0.0.0/8,pro\nk-*,pro\n\"k-1\",pro\n");
    assertThat(rendered(good.warnings()))
        .isEqualTo(
            """
            plans.csv:1:1: warning: this network is compared as plain text
              = help: write a line for each value
            plans.csv:2:1: warning: a `*` in a key is not a wildcard
              = help: write out each key
            plans.csv:3:1: warning: the quotes are part of the key
              = help: remove them""");
  }

  @Test
  void watchesAMissingTable() throws IOException {
    File rules = new File(directory, "penstock.yaml");
    Files.writeString(rules.toPath(), RULES);
    ParsedRules parsed = RulesFile.read(rules);
    assertThat(messages(((ParsedRules.Broken) parsed).problems()))
        .isEqualTo("penstock.yaml:4 `plans.csv` cannot be read: there is no such file");
    assertThat(parsed.alsoRead()).containsExactly(new File(directory, "plans.csv"));
  }

  private ParsedRules read(String table) throws IOException {
    return read(RULES, table);
  }

  private ParsedRules read(String text, String table) throws IOException {
    Files.writeString(new File(directory, "plans.csv").toPath(), table);
    File rules = new File(directory, "penstock.yaml");
    Files.writeString(rules.toPath(), text);
    return RulesFile.parse(rules.getPath(), RulesFile.bytesOf(rules));
  }

  private String rendered(List<Problem> problems) {
    return problems.stream()
        .map(Problem::render)
        .collect(Collectors.joining("\n"))
        .replace(directory.getPath() + File.separator, "");
  }

  private String messages(List<Problem> problems) {
    return problems.stream()
        .map(problem -> problem.file() + ":" + problem.line() + " " + problem.message())
        .collect(Collectors.joining("\n"))
        .replace(directory.getPath() + File.separator, "");
  }
}
