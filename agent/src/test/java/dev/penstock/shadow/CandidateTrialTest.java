package dev.penstock.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.rules.Mode;
import dev.penstock.rules.Rule;
import dev.penstock.rules.RuleSet;
import dev.penstock.rules.RuleSets;
import dev.penstock.rules.config.Good;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests which two rule sets are compared in each form of shadow mode. */
class CandidateTrialTest {
  /**
   * Columns: the mode of the file, its rules, the rules of a candidate file, and the comparison as
   * the rates of both sides. {@code live} means that the live rules are one side.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          enforce | a: { %s, rate: 1/s }                                    |          | nothing
          off     | a: { %s, rate: 1/s, mode: shadow }                      |          | nothing
          off     | a: { %s, rate: 1/s }                                    | 2/s      | nothing
          enforce | a: { %s, rate: 1/s, mode: off }                         |          | nothing
          enforce | a: { %s, rate: 1/s, mode: off, shadow: { rate: 2/s } }  |          | nothing
          enforce | a: { %s, rate: 1/s, shadow: { rate: 2/s } }             |          | live, 2/s
          enforce | a: { %s, rate: 1/s, mode: shadow }                      |          | live, 1/s
          enforce | a: { %s, rate: 1/s, enforce: 5%% }                      |          | live, 1/s
          shadow  | a: { %s, rate: 1/s }                                    |          | live, 1/s
          enforce | a: { %s, rate: 1/s, mode: shadow, shadow: {rate: 2/s} } |          | 1/s, 2/s
          shadow  | a: { %s, rate: 1/s, shadow: { rate: 2/s } }             |          | 1/s, 2/s
          enforce | a: { %s, rate: 1/s }                                    | 2/s      | live, 2/s
          enforce | a: { %s, rate: 1/s, mode: shadow }                      | 2/s      | live, 2/s
          shadow  | a: { %s, rate: 1/s }                                    | 2/s      | 1/s, 2/s
          """)
  void comparesTheExpectedRuleSets(
      String mode, String rule, @Nullable String candidate, String compared) {
    assertThat(compared(file(mode, "inbound", rule.replace("%s", "match: /**"), candidate), false))
        .isEqualTo(compared);
    String outbound = rule.replace("%s", "match: '*://*/**'");
    assertThat(compared(file(mode, "outbound", outbound, candidate), true)).isEqualTo(compared);
  }

  private static RuleSets file(
      String mode, String section, String rule, @Nullable String candidate) {
    String text = rule.replace("%%", "%");
    RuleSets file =
        Good.file("version: 1\nmode: " + mode + "\n" + section + ":\n  " + text).rules();
    String match = section.equals("inbound") ? "match: /**" : "match: '*://*/**'";
    return candidate == null
        ? file
        : file.withCandidate(
            new RuleSets.Candidate(
                "next.yaml",
                Good.file(
                        "version: 1\n"
                            + section
                            + ":\n  b: { "
                            + match
                            + ", rate: "
                            + candidate
                            + " }")
                    .rules()));
  }

  private static String compared(RuleSets file, boolean outbound) {
    CandidateTrial other =
        outbound ? CandidateTrial.ofInbound(file) : CandidateTrial.ofOutbound(file);
    assertThat(other).as("nothing is in shadow in the other direction").isNull();
    CandidateTrial trial =
        outbound ? CandidateTrial.ofOutbound(file) : CandidateTrial.ofInbound(file);
    if (trial == null) {
      return "nothing";
    }
    RuleSet enforced = trial.enforced();
    return (enforced == null ? "live" : rates(enforced)) + ", " + rates(trial.candidate());
  }

  private static String rates(RuleSet rules) {
    assertThat(rules.mode()).isEqualTo(Mode.ENFORCE);
    assertThat(rules.rules())
        .allMatch(rule -> rule.mode() == Mode.ENFORCE && rule.enforcedPercent() == Rule.ALL);
    return rules.rules().stream()
        .map(rule -> rule.quotas().get(0).rate())
        .collect(Collectors.joining(" "));
  }
}
