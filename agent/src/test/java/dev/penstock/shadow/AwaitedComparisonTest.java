package dev.penstock.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.engine.Decision;
import dev.penstock.http.FakeCall;
import dev.penstock.http.Milestone;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A candidate whose store takes its time, beside calls that do not wait for it. */
class AwaitedComparisonTest {
  private static final String NINE = "inbound: { a: { match: /**, rate: 9/min } }";
  private static final String ONE =
      "inbound: { a: { match: /**, rate: 1/min, algorithm: fixed-window } }";
  private static final String ONE_PLACE = "inbound: { a: { match: /**, concurrency: 1 } }";
  private static final String BY_ROUTE =
      """
      inbound:
        a: { match: /**, rate: 9/min }
        b: { match: /**, key: route, rate: 1/min, algorithm: fixed-window }
      """;
  private static final FakeCall GET = FakeCall.of("GET /orders/1").onAnEventLoop();
  private static final FakeCall ARRIVED = GET.at(Milestone.ARRIVED, "");
  private static final FakeCall ROUTED = GET.at(Milestone.ROUTED, "/orders/{id}");

  @Test
  void aCallIsComparedWhenTheCandidateIsTold() {
    Watched watched = Watched.slow(NINE, ONE);
    PendingComparison first = judge(watched, GET);
    PendingComparison second = judge(watched, GET);
    assertThat(first.isOpen()).as("the call need not be kept").isFalse();
    assertThat(watched.counts()).isEqualTo("0 0 0 0");
    watched.answers();
    assertThat(watched.counts()).isEqualTo("1 0 1 0");
    first.end(200);
    second.end(200);
    assertThat(watched.counts()).isEqualTo("1 0 1 0");
    assertThat(watched.diverged).extracting(Divergence::client).containsExactly("global");
  }

  @Test
  void aCallThatIsOverByThenIsComparedAllTheSame() {
    Watched watched = Watched.slow(NINE, ONE_PLACE);
    judge(watched, GET).end(200);
    watched.answers();
    judge(watched, GET);
    watched.answers();
    assertThat(watched.counts()).as("the first has left its place").isEqualTo("2 0 0 0");
    judge(watched, GET);
    watched.answers();
    assertThat(watched.counts()).isEqualTo("2 0 1 0");
  }

  @Test
  void aCallThatTheRulesInForceTurnAwayIsCompared() {
    Watched watched = Watched.slow(ONE, ONE_PLACE);
    judge(watched, GET).end(200);
    watched.answers();
    assertThat(watched.judge(GET)).as("nobody hears of its end").isNull();
    assertThat(watched.counts()).isEqualTo("1 0 0 0");
    watched.answers();
    assertThat(watched.counts()).isEqualTo("1 1 0 0");
    assertThat(watched.judge(GET)).isNull();
    watched.answers();
    assertThat(watched.counts()).as("it took no place").isEqualTo("1 2 0 0");
  }

  @Test
  void aCandidateThatIsToldInTimeJudgesTheRouteToo() {
    Watched watched = Watched.slow(NINE, BY_ROUTE);
    for (int n = 0; n < 2; n++) {
      PendingComparison pending = judge(watched, ARRIVED);
      assertThat(pending.isOpen()).isTrue();
      watched.answers();
      pending.resume(ROUTED, /* inForce= */ null);
      watched.answers();
      pending.end(200);
    }
    assertThat(watched.counts()).isEqualTo("1 0 1 0");
    assertThat(watched.diverged)
        .extracting(Divergence::client)
        .containsExactly("route=/orders/{id}");
  }

  @Test
  void aCandidateThatIsToldTooLateForTheRouteHasNotJudgedTheCall() {
    Watched watched = Watched.slow(NINE, BY_ROUTE);
    PendingComparison pending = judge(watched, ARRIVED);
    pending.resume(ROUTED, /* inForce= */ null);
    watched.answers();
    pending.end(200);
    assertThat(watched.counts()).isEqualTo("0 0 0 0");
    assertThat(watched.result().inbound().unjudged()).isEqualTo(1);
  }

  @Test
  void aCallThatLeavesWhileTheRouteIsAskedForGivesBackOnce() {
    Watched watched =
        Watched.slow(
            NINE,
            """
            inbound:
              a: { match: /**, concurrency: 2 }
              b: { match: /**, key: route, rate: 1/min, algorithm: fixed-window }
            """);
    for (int n = 0; n < 2; n++) {
      PendingComparison pending = judge(watched, ARRIVED);
      watched.answers();
      pending.resume(ROUTED, /* inForce= */ null);
      if (n == 1) {
        pending.end(200);
      }
      watched.answers();
    }
    // The first is still there, so one place is left.
    judge(watched, ARRIVED);
    watched.answers();
    judge(watched, ARRIVED);
    watched.answers();
    assertThat(watched.counts()).isEqualTo("1 0 2 0");
  }

  @Test
  void aClockOfTheStoreInForceIsNotTheCandidatesClock() {
    Watched watched = Watched.withOtherClock(NINE, ONE);
    FakeCall call = FakeCall.of("GET /orders/1");
    long before = watched.ticker.micros();
    Decision decision = watched.decide(call);
    assertThat(decision.decidedAtMicros()).isNotEqualTo(before);
    assertThat(watched.comparison.decideAndCompare(call, decision, /* inHand= */ 0)).isNull();
    watched.ticker.advance(60_000_000);
    assertThat(watched.counts(call)).as("a minute later, by the candidate").isEqualTo("2 0 0 0");
    assertThat(watched.counts(call)).isEqualTo("2 0 1 0");
    assertThat(watched.diverged)
        .extracting(Divergence::timeMillis)
        .containsExactly(watched.ticker.micros() / 1_000);
  }

  private static PendingComparison judge(Watched watched, FakeCall call) {
    @Nullable PendingComparison pending = watched.judge(call);
    return Objects.requireNonNull(pending);
  }
}
