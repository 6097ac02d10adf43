package dev.penstock.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.engine.Decision;
import dev.penstock.http.FakeCall;
import dev.penstock.http.Milestone;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests candidates whose store replies later, while the request continues. */
class PendingComparisonTest {
  private static final String NINE = "inbound: { a: { match: /**, rate: 9/min } }";
  private static final String ONE =
      "inbound: { a: { match: /**, rate: 1/min, algorithm: fixed-window } }";
  private static final String ONE_SLOT = "inbound: { a: { match: /**, concurrency: 1 } }";
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
  void aRequestIsComparedWhenTheStoreReplies() {
    ComparedFiles files = ComparedFiles.slow(NINE, ONE);
    PendingComparison first = decide(files, GET);
    PendingComparison second = decide(files, GET);
    assertThat(first.isOpen()).as("the handler need not resume it").isFalse();
    assertThat(files.counts()).isEqualTo("0 0 0 0");
    files.reply();
    assertThat(files.counts()).isEqualTo("1 0 1 0");
    first.end(200);
    second.end(200);
    assertThat(files.counts()).isEqualTo("1 0 1 0");
    assertThat(files.diverged).extracting(Divergence::client).containsExactly("global");
  }

  @Test
  void aRequestThatEndsBeforeTheReplyIsCompared() {
    ComparedFiles files = ComparedFiles.slow(NINE, ONE_SLOT);
    decide(files, GET).end(200);
    files.reply();
    decide(files, GET);
    files.reply();
    assertThat(files.counts()).as("the first request has released its slot").isEqualTo("2 0 0 0");
    decide(files, GET);
    files.reply();
    assertThat(files.counts()).isEqualTo("2 0 1 0");
  }

  @Test
  void aRequestThatTheLiveEngineRejectsIsCompared() {
    ComparedFiles files = ComparedFiles.slow(ONE, ONE_SLOT);
    decide(files, GET).end(200);
    files.reply();
    assertThat(files.decideAndCompare(GET)).as("the handler need not end it").isNull();
    assertThat(files.counts()).isEqualTo("1 0 0 0");
    files.reply();
    assertThat(files.counts()).isEqualTo("1 1 0 0");
    assertThat(files.decideAndCompare(GET)).isNull();
    files.reply();
    assertThat(files.counts()).as("the rejected request held no slot").isEqualTo("1 2 0 0");
  }

  @Test
  void aReplyBeforeTheRouteLetsTheCandidateDecideTheRoute() {
    ComparedFiles files = ComparedFiles.slow(NINE, BY_ROUTE);
    for (int n = 0; n < 2; n++) {
      PendingComparison pending = decide(files, ARRIVED);
      assertThat(pending.isOpen()).isTrue();
      files.reply();
      pending.resume(ROUTED, /* live= */ null);
      files.reply();
      pending.end(200);
    }
    assertThat(files.counts()).isEqualTo("1 0 1 0");
    assertThat(files.diverged).extracting(Divergence::client).containsExactly("route=/orders/{id}");
  }

  @Test
  void aRequestIsNotComparedIfTheReplyComesAfterTheRoute() {
    ComparedFiles files = ComparedFiles.slow(NINE, BY_ROUTE);
    PendingComparison pending = decide(files, ARRIVED);
    pending.resume(ROUTED, /* live= */ null);
    files.reply();
    pending.end(200);
    assertThat(files.counts()).isEqualTo("0 0 0 0");
    assertThat(files.result().inbound().notCompared()).isEqualTo(1);
  }

  @Test
  void aRequestThatEndsDuringTheRouteDecisionIsRefundedOnce() {
    ComparedFiles files =
        ComparedFiles.slow(
            NINE,
            """
            inbound:
              a: { match: /**, concurrency: 2 }
              b: { match: /**, key: route, rate: 1/min, algorithm: fixed-window }
            """);
    for (int n = 0; n < 2; n++) {
      PendingComparison pending = decide(files, ARRIVED);
      files.reply();
      pending.resume(ROUTED, /* live= */ null);
      if (n == 1) {
        pending.end(200);
      }
      files.reply();
    }
    // The first request is still in flight, so one slot is free.
    decide(files, ARRIVED);
    files.reply();
    decide(files, ARRIVED);
    files.reply();
    assertThat(files.counts()).isEqualTo("1 0 2 0");
  }

  @Test
  void theCandidateDoesNotUseTheClockOfTheLiveStore() {
    ComparedFiles files = ComparedFiles.withOtherClock(NINE, ONE);
    FakeCall call = FakeCall.of("GET /orders/1");
    long before = files.ticker.micros();
    Decision decision = files.decide(call);
    assertThat(decision.decidedAtMicros()).isNotEqualTo(before);
    assertThat(files.comparison.decideAndCompare(call, decision, /* inFlight= */ 0)).isNull();
    files.ticker.advance(60_000_000);
    assertThat(files.counts(call))
        .as("one minute later by the candidate's clock")
        .isEqualTo("2 0 0 0");
    assertThat(files.counts(call)).isEqualTo("2 0 1 0");
    assertThat(files.diverged)
        .extracting(Divergence::timeMillis)
        .containsExactly(files.ticker.micros() / 1_000);
  }

  private static PendingComparison decide(ComparedFiles files, FakeCall call) {
    @Nullable PendingComparison pending = files.decideAndCompare(call);
    return Objects.requireNonNull(pending);
  }
}
