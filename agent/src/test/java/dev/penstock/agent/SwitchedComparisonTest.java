package dev.penstock.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.rules.Mode;
import dev.penstock.rules.RuleSets;
import dev.penstock.shadow.AgreementCounts;
import dev.penstock.shadow.ComparisonResult;
import dev.penstock.shadow.log.LogReader;
import dev.penstock.shadow.report.TextReport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what a comparison excludes while an operator has switched rules. */
class SwitchedComparisonTest {
  private static final String PAIR =
      """
      inbound:
        api: { match: /api, key: ip, rate: 2/h, algorithm: fixed-window }
        web: { match: /web, key: ip, rate: 2/h, algorithm: fixed-window }
      """;

  @Test
  void timeWithAllRulesOffIsExcludedAndReported() {
    AgentWithSwitches agent = new AgentWithSwitches();
    agent.switches.rulesLoaded(AgentWithSwitches.withEqualCandidate(PAIR));
    agent.call("/api", "10.0.0.1");
    agent.ticker.advance(60_000_000);
    agent.switches.switchAll(Mode.OFF, "console");
    for (int i = 0; i < 10; i++) {
      agent.call("/api", "10.0.0.1");
    }
    agent.ticker.advance(300_000_000);
    assertThat(agent.findings().excluded().sentences())
        .containsExactly("all calls for 5 min, still excluded: switched off by console");
    agent.switches.switchAll(/* mode= */ null, "console");
    agent.call("/api", "10.0.0.1");
    agent.call("/api", "10.0.0.1");
    agent.ticker.advance(60_000_000);
    assertThat(agent.counts()).isEqualTo(new AgreementCounts(2, 0, 0, 1));
    assertThat(agent.findings().watchedMicros()).isEqualTo(120_000_000);
    assertThat(agent.findings().excluded().sentences()).containsExactly("all calls for 5 min");
  }

  @Test
  void aSwitchedRuleIsExcludedAndTheOthersAreStillCompared() {
    AgentWithSwitches agent = new AgentWithSwitches();
    agent.switches.rulesLoaded(AgentWithSwitches.withEqualCandidate(PAIR));
    agent.call("/api", "10.0.0.1");
    agent.switches.switchRule("api", Mode.SHADOW, "console");
    for (int i = 0; i < 5; i++) {
      agent.call("/api", "10.0.0.1");
      agent.call("/web", "10.0.0.1");
    }
    agent.ticker.advance(30_000_000);
    assertThat(agent.findings().excluded().sentences())
        .containsExactly("rule `api` for 30 s, still excluded: switched to shadow by console");
    agent.switches.switchRule("api", /* mode= */ null, "console");
    agent.call("/api", "10.0.0.1");
    agent.call("/api", "10.0.0.1");
    assertThat(agent.findings().inbound().rules().get(0).counts())
        .isEqualTo(new AgreementCounts(2, 0, 0, 1));
    assertThat(agent.findings().inbound().rules().get(1).counts())
        .isEqualTo(new AgreementCounts(2, 0, 0, 3));
    assertThat(agent.logged()).noneMatch(line -> line.contains("starts again"));
  }

  @Test
  void allRulesAreExcludedWhileARuleThatTheCandidateLacksIsSwitched() {
    AgentWithSwitches agent = new AgentWithSwitches();
    RuleSets other = AgentWithSwitches.rules(PAIR.replace("api:", "api-2:"));
    agent.switches.rulesLoaded(
        AgentWithSwitches.rules(PAIR).withCandidate(new RuleSets.Candidate("next.yaml", other)));
    agent.switches.switchRule("api", Mode.OFF, "console");
    for (int i = 0; i < 5; i++) {
      agent.call("/api", "10.0.0.1");
      agent.call("/web", "10.0.0.1");
    }
    assertThat(agent.counts()).isEqualTo(AgreementCounts.NONE);
    assertThat(agent.findings().excluded().why())
        .isEqualTo("rule api switched off by console, which the candidate lacks");
    agent.switches.switchRule("api", /* mode= */ null, "console");
    agent.call("/web", "10.0.0.1");
    assertThat(agent.counts()).isEqualTo(new AgreementCounts(0, 0, 0, 1));
  }

  @Test
  void aResetAppliesToTheCandidateAsWell() {
    AgentWithSwitches agent = new AgentWithSwitches();
    agent.switches.rulesLoaded(AgentWithSwitches.withEqualCandidate(PAIR));
    for (int i = 0; i < 3; i++) {
      agent.call("/api", "10.0.0.1");
    }
    agent.inspector.reset("api", "ip=10.0.0.1", "console");
    for (int i = 0; i < 3; i++) {
      agent.call("/api", "10.0.0.1");
    }
    assertThat(agent.counts()).isEqualTo(new AgreementCounts(4, 0, 0, 2));
  }

  @Test
  void aRestartOfTheComparisonIsLogged() {
    AgentWithSwitches agent = new AgentWithSwitches();
    agent.switches.rulesLoaded(AgentWithSwitches.withEqualCandidate(PAIR));
    agent.call("/api", "10.0.0.1");
    agent.switches.rulesLoaded(AgentWithSwitches.withEqualCandidate(PAIR.replace("2/h", "3/h")));
    agent.call("/api", "10.0.0.1");
    agent.switches.rulesLoaded(AgentWithSwitches.rules(PAIR));
    assertThat(agent.logged())
        .containsExactly(
            "penstock: shadow: the comparison starts again, because the compared rules have"
                + " changed; until now 0.00 % of 1 calls diverge (0 newly rejected, 0 newly"
                + " admitted); not ready: compared for 0 min of the required 24 h, compared 1 of"
                + " the required 1,000 calls",
            "penstock: shadow: the comparison ends, because nothing is in shadow any more; until"
                + " now 0.00 % of 1 calls diverge (0 newly rejected, 0 newly admitted); not ready:"
                + " compared for 0 min of the required 24 h, compared 1 of the required 1,000"
                + " calls");
  }

  @Test
  void exclusionsAppearInTheDivergenceLogAndItsReport(@TempDir Path folder) throws IOException {
    Path log = folder.resolve("divergence.jsonl");
    RuleSets candidate = AgentWithSwitches.rules(PAIR);
    AgentWithSwitches agent = new AgentWithSwitches();
    agent.switches.rulesLoaded(
        AgentWithSwitches.rules(PAIR + "shadow-log: '" + log + "'\n")
            .withCandidate(new RuleSets.Candidate("next.yaml", candidate)));
    agent.call("/api", "10.0.0.1");
    agent.switches.switchRule("api", Mode.OFF, "console");
    agent.ticker.advance(30_000_000);
    agent.switches.switchRule("api", /* mode= */ null, "console");
    agent.switches.switchAll(Mode.OFF, "console");
    agent.ticker.advance(300_000_000);
    agent.shadows.writeJournal();
    agent.switches.switchAll(/* mode= */ null, "console");
    agent.call("/api", "10.0.0.1");
    agent.switches.rulesLoaded(AgentWithSwitches.rules(PAIR));
    ComparisonResult read = Objects.requireNonNull(LogReader.read(List.of(log)).result());
    assertThat(read.excluded().sentences())
        .containsExactly("all calls for 5 min", "rule `api` for 30 s");
    assertThat(read.inbound().counts()).isEqualTo(new AgreementCounts(2, 0, 0, 0));
    assertThat(read.watchedMicros()).isLessThanOrEqualTo(120_000_000);
    assertThat(TextReport.of(read, StandardCharsets.US_ASCII, List.of()))
        .contains("excluded: all calls for 5 min\nexcluded: rule `api` for 30 s\n");
  }
}
