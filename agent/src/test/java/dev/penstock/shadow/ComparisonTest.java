package dev.penstock.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.engine.Decision;
import dev.penstock.http.Call;
import dev.penstock.http.FakeCall;
import dev.penstock.http.Milestone;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What becomes of calls that one side, or neither, can judge at once. */
class ComparisonTest {
  private static final Call GET = FakeCall.of("GET /orders/1");

  @Test
  void aCandidateSpendsWhatItWouldItselfHaveAdmitted() {
    // The first rule of the candidate turns calls away, so its second one spends nothing for them.
    Watched watched =
        Watched.files(
            "inbound: { b: { match: /**, rate: 3/min, algorithm: fixed-window } }",
            """
            inbound:
              a: { match: /orders/**, rate: 1/min, algorithm: fixed-window }
              b: { match: /**, rate: 3/min, algorithm: fixed-window }
            """);
    assertThat(watched.counts(GET, GET, GET, GET)).isEqualTo("1 0 2 1");
    assertThat(watched.counts(FakeCall.of("GET /"), FakeCall.of("GET /"), FakeCall.of("GET /")))
        .as("two of them are left to the candidate")
        .isEqualTo("1 2 2 2");
    assertThat(rules(watched)).isEqualTo("b: 3 3 0 1, a: 1 0 3 0");
  }

  @Test
  void aShareThatIsNotEnforcedIsComparedToo() {
    Watched watched =
        Watched.file(
            "inbound: { a: { match: /**, key: ip, rate: 1/min, enforce: 50%,"
                + " algorithm: fixed-window } }");
    for (int n = 0; n < 100; n++) {
      Call call = FakeCall.of("GET /").from("10.0.0." + n);
      watched.counts(call, call);
    }
    AgreementCounts counts = watched.result().inbound().counts();
    assertThat(counts.bothAdmit()).isEqualTo(100);
    assertThat(counts.onlyCandidateRejects()).isBetween(20L, 80L);
    assertThat(counts.onlyCandidateRejects() + counts.bothReject()).isEqualTo(100);
  }

  @Test
  void placesOfTheCandidateAreFreeAgainWhenTheCallHasEnded() {
    Watched watched = Watched.file("inbound: { a: { match: /**, concurrency: 1, mode: shadow } }");
    PendingComparison first = Objects.requireNonNull(watched.judge(GET));
    assertThat(watched.counts(GET)).isEqualTo("1 0 1 0");
    first.end(200);
    first.end(200);
    assertThat(watched.judge(GET)).isNotNull();
    assertThat(watched.counts(GET)).isEqualTo("2 0 2 0");
  }

  @Test
  void aCallThatIsTurnedAwayTakesNoPlaceInTheCandidate() {
    Watched watched =
        Watched.files(
            "inbound: { a: { match: /**, rate: 1/min, algorithm: fixed-window } }",
            "inbound: { a: { match: /**, concurrency: 1 } }");
    Objects.requireNonNull(watched.judge(GET)).end(200);
    assertThat(watched.counts(GET, GET)).isEqualTo("1 2 0 0");
  }

  @Test
  void onlyAnswersThatCountAreSpentByTheCandidate() {
    Watched watched =
        Watched.file(
            "inbound: { a: { match: /**, rate: 1/min, algorithm: fixed-window, mode: shadow,"
                + " count: { status: 401 } } }");
    Objects.requireNonNull(watched.judge(GET)).end(200);
    Objects.requireNonNull(watched.judge(GET)).end(401);
    assertThat(watched.judge(GET)).isNull();
    assertThat(watched.counts()).isEqualTo("2 0 1 0");
  }

  @Test
  void whatIsKnownLaterIsComparedLater() {
    Watched watched =
        Watched.files(
            "inbound: { a: { match: /**, rate: 9/min } }",
            "inbound: { a: { match: /**, key: route, rate: 1/min, algorithm: fixed-window } }");
    for (int n = 0; n < 2; n++) {
      PendingComparison pending = Objects.requireNonNull(watched.judge(arrived()));
      assertThat(pending.isOpen()).isTrue();
      assertThat(watched.counts()).isEqualTo(n == 0 ? "0 0 0 0" : "1 0 0 0");
      pending.resume(routed(), /* inForce= */ null);
      pending.end(200);
    }
    assertThat(watched.counts()).isEqualTo("1 0 1 0");
    assertThat(watched.diverged)
        .extracting(Divergence::client)
        .containsExactly("route=/orders/{id}");
  }

  @Test
  void bothMayHaveToWait() {
    Watched watched =
        Watched.files(
            "inbound: { a: { match: /**, key: route, rate: 1/min, algorithm: fixed-window } }",
            "inbound: { a: { match: /**, key: route, rate: 2/min, algorithm: fixed-window } }");
    for (int n = 0; n < 3; n++) {
      Decision inForce = watched.decide(arrived());
      PendingComparison pending =
          Objects.requireNonNull(watched.comparison.decideAndCompare(arrived(), inForce, /* inHand= */ 0));
      watched.engine.resume(inForce, routed());
      pending.resume(routed(), inForce);
      pending.end(200);
    }
    assertThat(watched.counts()).isEqualTo("1 1 0 1");
  }

  @Test
  void aCallThatEndsBeforeItHasComeSoFarIsAdmittedByWhatWasNotAsked() {
    Watched watched =
        Watched.files(
            "inbound: { a: { match: /**, rate: 9/min } }",
            "inbound: { a: { match: /**, key: route, rate: 1/min } }");
    Objects.requireNonNull(watched.judge(arrived())).end(404);
    assertThat(watched.counts()).isEqualTo("1 0 0 0");
  }

  @Test
  void aCallThatIsTurnedAwayBeforeTheCandidateKnowsEnoughIsNotJudged() {
    Watched watched =
        Watched.files(
            "inbound: { a: { match: /**, rate: 1/min, algorithm: fixed-window } }",
            "inbound: { a: { match: /**, key: route, rate: 1/min } }");
    Objects.requireNonNull(watched.judge(arrived())).end(200);
    assertThat(watched.judge(arrived())).isNull();
    assertThat(watched.counts()).isEqualTo("1 0 0 0");
    assertThat(watched.result().inbound().unjudged()).isEqualTo(1);
  }

  @Test
  void whoLacksAKeyThatItMustHaveIsOneOfTheCandidatesToo() {
    Watched watched =
        Watched.file(
            "inbound: { a: { match: /**, key: header.X, on-missing-key: deny, rate: 9/min,"
                + " mode: shadow } }");
    assertThat(watched.counts(GET, FakeCall.of("GET /").with("X", "1"))).isEqualTo("1 0 1 0");
    assertThat(rules(watched)).isEqualTo("a: 1 0 1 0");
    assertThat(watched.diverged).extracting(Divergence::client).containsExactly("-");
  }

  @Test
  void everyMinuteIsToldOfOnce() {
    Watched watched = Watched.file("inbound: { a: { match: /**, rate: 1/week, mode: shadow } }");
    watched.watch().closedMinutes(watched.ticker.micros());
    watched.counts(GET, GET);
    watched.ticker.advance(60_000_000);
    watched.counts(GET);
    assertThat(watched.watch().closedMinutes(watched.ticker.micros()))
        .extracting(minute -> Watched.text(minute.inbound().counts()))
        .containsExactly("1 0 1 0");
    assertThat(watched.watch().closedMinutes(watched.ticker.micros())).isEmpty();
    watched.ticker.advance(60_000_000);
    assertThat(watched.watch().closedMinutes(watched.ticker.micros()))
        .extracting(minute -> Watched.text(minute.inbound().counts()))
        .containsExactly("0 0 1 0");
    watched.ticker.advance(60_000_000);
    assertThat(watched.watch().closedMinutes(watched.ticker.micros()))
        .as("an idle one")
        .extracting(minute -> Watched.text(minute.inbound().counts()))
        .containsExactly("0 0 0 0");
  }

  @Test
  void aMinuteCanBeToldInParts() {
    Watched watched = Watched.file("inbound: { a: { match: /**, rate: 1/week, mode: shadow } }");
    watched.counts(GET, GET);
    assertThat(parts(watched)).isEqualTo("1 0 1 0");
    assertThat(parts(watched)).isEmpty();
    watched.counts(GET);
    watched.ticker.advance(60_000_000);
    watched.counts(GET, GET);
    assertThat(parts(watched)).isEqualTo("0 0 1 0, 0 0 2 0");
    watched.ticker.advance(60_000_000);
    assertThat(parts(watched)).as("what is left of it").isEqualTo("0 0 0 0");
    assertThat(watched.counts()).isEqualTo("1 0 4 0");
  }

  private static String parts(Watched watched) {
    return watched.watch().minutesUntilNow(watched.ticker.micros()).stream()
        .map(part -> Watched.text(part.inbound().counts()))
        .collect(Collectors.joining(", "));
  }

  private static FakeCall arrived() {
    return FakeCall.of("GET /orders/1").known("milestone", Milestone.ARRIVED.name());
  }

  private static FakeCall routed() {
    return FakeCall.of("GET /orders/1").at(Milestone.ROUTED, "/orders/{id}");
  }

  private static String rules(Watched watched) {
    return watched.result().inbound().rules().stream()
        .map(rule -> rule.rule() + ": " + Watched.text(rule.counts()))
        .collect(Collectors.joining(", "));
  }
}
