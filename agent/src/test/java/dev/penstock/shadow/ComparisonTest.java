package dev.penstock.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.engine.Decision;
import dev.penstock.http.Call;
import dev.penstock.http.FakeCall;
import dev.penstock.http.Milestone;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Tests how requests are compared and what they charge in the candidate. */
class ComparisonTest {
  private static final Call GET = FakeCall.of("GET /orders/1");

  @Test
  void theCandidateChargesTheRequestsThatItAdmits() {
    // The first rule of the candidate rejects requests, so its second rule charges nothing for
    // them.
    ComparedFiles files =
        ComparedFiles.files(
            "inbound: { b: { match: /**, rate: 3/min, algorithm: fixed-window } }",
            """
            inbound:
              a: { match: /orders/**, rate: 1/min, algorithm: fixed-window }
              b: { match: /**, rate: 3/min, algorithm: fixed-window }
            """);
    assertThat(files.counts(GET, GET, GET, GET)).isEqualTo("1 0 2 1");
    assertThat(files.counts(FakeCall.of("GET /"), FakeCall.of("GET /"), FakeCall.of("GET /")))
        .as("two units of rule b are left in the candidate")
        .isEqualTo("1 2 2 2");
    assertThat(rules(files)).isEqualTo("b: 3 3 0 1, a: 1 0 3 0");
  }

  @Test
  void aPartlyEnforcedRuleIsComparedForAllKeys() {
    ComparedFiles files =
        ComparedFiles.file(
            "inbound: { a: { match: /**, key: ip, rate: 1/min, enforce: 50%,"
                + " algorithm: fixed-window } }");
    for (int n = 0; n < 100; n++) {
      Call call = FakeCall.of("GET /").from("10.0.0." + n);
      files.counts(call, call);
    }
    AgreementCounts counts = files.result().inbound().counts();
    assertThat(counts.bothAdmit()).isEqualTo(100);
    assertThat(counts.onlyCandidateRejects()).isBetween(20L, 80L);
    assertThat(counts.onlyCandidateRejects() + counts.bothReject()).isEqualTo(100);
  }

  @Test
  void theCandidateReleasesASlotWhenTheRequestEnds() {
    ComparedFiles files =
        ComparedFiles.file("inbound: { a: { match: /**, concurrency: 1, mode: shadow } }");
    PendingComparison first = Objects.requireNonNull(files.decideAndCompare(GET));
    assertThat(files.counts(GET)).isEqualTo("1 0 1 0");
    first.end(200);
    first.end(200);
    assertThat(files.decideAndCompare(GET)).isNotNull();
    assertThat(files.counts(GET)).isEqualTo("2 0 2 0");
  }

  @Test
  void aRejectedRequestHoldsNoSlotInTheCandidate() {
    ComparedFiles files =
        ComparedFiles.files(
            "inbound: { a: { match: /**, rate: 1/min, algorithm: fixed-window } }",
            "inbound: { a: { match: /**, concurrency: 1 } }");
    Objects.requireNonNull(files.decideAndCompare(GET)).end(200);
    assertThat(files.counts(GET, GET)).isEqualTo("1 2 0 0");
  }

  @Test
  void theCandidateChargesOnlyCountedResponses() {
    ComparedFiles files =
        ComparedFiles.file(
            "inbound: { a: { match: /**, rate: 1/min, algorithm: fixed-window, mode: shadow,"
                + " count: { status: 401 } } }");
    Objects.requireNonNull(files.decideAndCompare(GET)).end(200);
    Objects.requireNonNull(files.decideAndCompare(GET)).end(401);
    assertThat(files.decideAndCompare(GET)).isNull();
    assertThat(files.counts()).isEqualTo("2 0 1 0");
  }

  @Test
  void aRuleByRouteIsComparedWhenTheRouteIsKnown() {
    ComparedFiles files =
        ComparedFiles.files(
            "inbound: { a: { match: /**, rate: 9/min } }",
            "inbound: { a: { match: /**, key: route, rate: 1/min, algorithm: fixed-window } }");
    for (int n = 0; n < 2; n++) {
      PendingComparison pending = Objects.requireNonNull(files.decideAndCompare(arrived()));
      assertThat(pending.isOpen()).isTrue();
      assertThat(files.counts()).isEqualTo(n == 0 ? "0 0 0 0" : "1 0 0 0");
      pending.resume(routed(), /* live= */ null);
      pending.end(200);
    }
    assertThat(files.counts()).isEqualTo("1 0 1 0");
    assertThat(files.diverged).extracting(Divergence::client).containsExactly("route=/orders/{id}");
  }

  @Test
  void bothSidesCanDecideLater() {
    ComparedFiles files =
        ComparedFiles.files(
            "inbound: { a: { match: /**, key: route, rate: 1/min, algorithm: fixed-window } }",
            "inbound: { a: { match: /**, key: route, rate: 2/min, algorithm: fixed-window } }");
    for (int n = 0; n < 3; n++) {
      Decision live = files.decide(arrived());
      PendingComparison pending =
          Objects.requireNonNull(
              files.comparison.decideAndCompare(arrived(), live, /* inFlight= */ 0));
      files.engine.resume(live, routed());
      pending.resume(routed(), live);
      pending.end(200);
    }
    assertThat(files.counts()).isEqualTo("1 1 0 1");
  }

  @Test
  void aRuleForARouteThatIsNeverKnownAdmitsTheRequest() {
    ComparedFiles files =
        ComparedFiles.files(
            "inbound: { a: { match: /**, rate: 9/min } }",
            "inbound: { a: { match: /**, key: route, rate: 1/min } }");
    Objects.requireNonNull(files.decideAndCompare(arrived())).end(404);
    assertThat(files.counts()).isEqualTo("1 0 0 0");
  }

  @Test
  void aRequestThatIsRejectedBeforeTheCandidateCanDecideIsNotCompared() {
    ComparedFiles files =
        ComparedFiles.files(
            "inbound: { a: { match: /**, rate: 1/min, algorithm: fixed-window } }",
            "inbound: { a: { match: /**, key: route, rate: 1/min } }");
    Objects.requireNonNull(files.decideAndCompare(arrived())).end(200);
    assertThat(files.decideAndCompare(arrived())).isNull();
    assertThat(files.counts()).isEqualTo("1 0 0 0");
    assertThat(files.result().inbound().notCompared()).isEqualTo(1);
  }

  @Test
  void theCandidateRejectsARequestWithoutARequiredKey() {
    ComparedFiles files =
        ComparedFiles.file(
            "inbound: { a: { match: /**, key: header.X, on-missing-key: deny, rate: 9/min,"
                + " mode: shadow } }");
    assertThat(files.counts(GET, FakeCall.of("GET /").with("X", "1"))).isEqualTo("1 0 1 0");
    assertThat(rules(files)).isEqualTo("a: 1 0 1 0");
    assertThat(files.diverged).extracting(Divergence::client).containsExactly("-");
  }

  @Test
  void everyMinuteIsPublishedOnce() {
    ComparedFiles files =
        ComparedFiles.file("inbound: { a: { match: /**, rate: 1/week, mode: shadow } }");
    files.run().closedMinutes(files.ticker.micros());
    files.counts(GET, GET);
    files.ticker.advance(60_000_000);
    files.counts(GET);
    assertThat(files.run().closedMinutes(files.ticker.micros()))
        .extracting(minute -> ComparedFiles.text(minute.inbound().counts()))
        .containsExactly("1 0 1 0");
    assertThat(files.run().closedMinutes(files.ticker.micros())).isEmpty();
    files.ticker.advance(60_000_000);
    assertThat(files.run().closedMinutes(files.ticker.micros()))
        .extracting(minute -> ComparedFiles.text(minute.inbound().counts()))
        .containsExactly("0 0 1 0");
    files.ticker.advance(60_000_000);
    assertThat(files.run().closedMinutes(files.ticker.micros()))
        .as("a minute without requests")
        .extracting(minute -> ComparedFiles.text(minute.inbound().counts()))
        .containsExactly("0 0 0 0");
  }

  @Test
  void aMinuteCanBePublishedInParts() {
    ComparedFiles files =
        ComparedFiles.file("inbound: { a: { match: /**, rate: 1/week, mode: shadow } }");
    files.counts(GET, GET);
    assertThat(parts(files)).isEqualTo("1 0 1 0");
    assertThat(parts(files)).isEmpty();
    files.counts(GET);
    files.ticker.advance(60_000_000);
    files.counts(GET, GET);
    assertThat(parts(files)).isEqualTo("0 0 1 0, 0 0 2 0");
    files.ticker.advance(60_000_000);
    assertThat(parts(files)).as("the rest of the minute").isEqualTo("0 0 0 0");
    assertThat(files.counts()).isEqualTo("1 0 4 0");
  }

  private static String parts(ComparedFiles files) {
    return files.run().minutesUntilNow(files.ticker.micros()).stream()
        .map(part -> ComparedFiles.text(part.inbound().counts()))
        .collect(Collectors.joining(", "));
  }

  private static FakeCall arrived() {
    return FakeCall.of("GET /orders/1").known("milestone", Milestone.ARRIVED.name());
  }

  private static FakeCall routed() {
    return FakeCall.of("GET /orders/1").at(Milestone.ROUTED, "/orders/{id}");
  }

  private static String rules(ComparedFiles files) {
    return files.result().inbound().rules().stream()
        .map(rule -> rule.rule() + ": " + ComparedFiles.text(rule.counts()))
        .collect(Collectors.joining(", "));
  }
}
