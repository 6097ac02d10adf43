package dev.penstock.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.http.FakeCall;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests the simulated queue of a candidate, which delays no requests. */
class FullQueueInShadowTest {
  private static final String RULES =
      "inbound: { a: { match: /**, key: ip, rate: 1/s, algorithm: leaky-bucket, wait: 10s%s } }\n";

  @Test
  void equalRulesRejectTheSameRequests() {
    ComparedFiles files = ComparedFiles.files(RULES.formatted(""), RULES.formatted(""));
    sendRequests(files);
    AgreementCounts counts = files.result().inbound().counts();
    assertThat(counts.bothReject()).isGreaterThan(100);
    assertThat(counts.onlyEnforcedRejects() + counts.onlyCandidateRejects()).isZero();
  }

  @Test
  void aLongerQueueDiverges() {
    ComparedFiles files = ComparedFiles.files(RULES.formatted(""), RULES.formatted(", queue: 20"));
    sendRequests(files);
    AgreementCounts counts = files.result().inbound().counts();
    assertThat(counts.onlyEnforcedRejects()).isPositive();
  }

  private static void sendRequests(ComparedFiles files) {
    Random random = new Random(3);
    for (int i = 0; i < 3_000; i++) {
      files.ticker.advance(random.nextInt(50_000));
      files.decideAndCompare(FakeCall.of("GET /a").from("10.0.0." + random.nextInt(30)));
    }
  }
}
