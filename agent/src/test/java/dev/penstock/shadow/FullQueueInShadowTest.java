package dev.penstock.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.http.FakeCall;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A candidate that holds nothing counts who would wait as if it did. */
class FullQueueInShadowTest {
  private static final String RULES =
      "inbound: { a: { match: /**, key: ip, rate: 1/s, algorithm: leaky-bucket, wait: 10s%s } }\n";

  @Test
  void theSameRulesRejectTheSameCalls() {
    Watched watched = Watched.files(RULES.formatted(""), RULES.formatted(""));
    play(watched);
    AgreementCounts counts = watched.result().inbound().counts();
    assertThat(counts.bothReject()).isGreaterThan(100);
    assertThat(counts.onlyEnforcedRejects() + counts.onlyCandidateRejects()).isZero();
  }

  @Test
  void aLongerQueueIsADifference() {
    Watched watched = Watched.files(RULES.formatted(""), RULES.formatted(", queue: 20"));
    play(watched);
    AgreementCounts counts = watched.result().inbound().counts();
    assertThat(counts.onlyEnforcedRejects()).isPositive();
  }

  private static void play(Watched watched) {
    Random random = new Random(3);
    for (int i = 0; i < 3_000; i++) {
      watched.ticker.advance(random.nextInt(50_000));
      watched.judge(FakeCall.of("GET /a").from("10.0.0." + random.nextInt(30)));
    }
  }
}
