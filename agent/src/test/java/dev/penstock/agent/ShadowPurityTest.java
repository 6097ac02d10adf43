package dev.penstock.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.Repetitions;
import dev.penstock.agent.TraceReplay.Result;
import dev.penstock.rules.RuleSets;
import dev.penstock.shadow.AgreementCounts;
import dev.penstock.shadow.ComparisonResult;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Checks that shadow rules change neither a response nor the state of the store. */
class ShadowPurityTest {
  private static final int REQUESTS = Repetitions.of(80_000, 1_000_000);

  private static final String RULES =
      """
      version: 1
      inbound:
        api: { match: /api/**, key: ip, rate: 30/min, algorithm: fixed-window }
        keyed:
          match: /api/search
          key: header.X-API-Key
          on-missing-key: deny
          rate: 10/s
          burst: 20
        login:
          match: /login
          limits:
            - { rate: 20/min, key: ip, algorithm: sliding-log, reset-on: 2xx }
            - { rate: 300/min }
          count: { status: [401, 403] }
        uploads: { match: /upload/**, key: ip, concurrency: 1 }
        all: { match: /**, rate: 900/s, slices: 4 }
      exempt: /health
      """;

  private static Result alone;

  @BeforeAll
  static void playAlone() throws ReflectiveOperationException {
    alone = TraceReplay.play(TraceReplay.rules(RULES), REQUESTS);
    assertThat(alone.findings()).isNull();
    assertThat(alone.rejected()).isBetween(REQUESTS / 10L, REQUESTS / 2L);
    assertThat(alone.state()).contains("api", "keyed", "login-1", "login-2", "uploads", "all");
  }

  @Test
  void aCandidateFileChangesNothing() throws ReflectiveOperationException {
    RuleSets candidate =
        TraceReplay.rules(
            """
            version: 1
            inbound:
              api: { match: /api/**, key: ip, rate: 20/min, algorithm: sliding-window }
              login: { match: /login, key: ip, rate: 5/min }
              uploads: { match: /upload/**, key: ip, concurrency: 2 }
              free: { match: /free, key: ip, rate: 1/min }
            """);
    RuleSets rules = TraceReplay.rules(RULES);
    assertSame(rules.withCandidate(new RuleSets.Candidate("next.yaml", candidate)));
  }

  @Test
  void limitsBesideARuleChangeNothing() throws ReflectiveOperationException {
    String blocks =
        RULES
            .replace(
                "algorithm: fixed-window }", "algorithm: fixed-window, shadow: {rate: 9/min} }")
            .replace("burst: 20", "burst: 20\n    shadow: { algorithm: fixed-window, rate: 5/s }")
            .replace("concurrency: 1", "concurrency: 1, shadow: { concurrency: 3 }");
    assertSame(TraceReplay.rules(blocks));
  }

  @Test
  void rulesInShadowChangeNothing() throws ReflectiveOperationException {
    String shadow =
        """
          tried: { match: /**, key: ip, rate: 5/min, mode: shadow }
          slots: { match: /**, key: ip, concurrency: 1, mode: shadow }
        exempt: /health
        """;
    assertSame(TraceReplay.rules(RULES.replace("exempt: /health\n", shadow)));
  }

  private static void assertSame(RuleSets rules) throws ReflectiveOperationException {
    Result compared = TraceReplay.play(rules, REQUESTS);
    assertThat(compared.rejected()).isEqualTo(alone.rejected());
    assertThat(compared.responses()).isEqualTo(alone.responses());
    assertThat(compared.state().equals(alone.state())).as("the state is the same").isTrue();
    ComparisonResult findings = Objects.requireNonNull(compared.findings());
    AgreementCounts counts = findings.inbound().counts();
    assertThat(counts.total()).isEqualTo(REQUESTS);
    assertThat(counts.onlyEnforcedRejects() + counts.bothReject()).isEqualTo(alone.rejected());
    assertThat(counts.diverging()).as("some decisions diverge").isPositive();
  }
}
