package dev.penstock.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A candidate in shadow decides copies of outbound calls beside the rules in force. */
class OutboundShadowTest {
  private static final String FAST = "a: { match: 'https://*/**', rate: 100/s, ";

  @Test
  void delaysByTheCandidateAreReported() {
    ShadowTraffic traffic = ShadowTraffic.by(FAST + "shadow: { rate: 10/s } }");
    traffic.calls("a", "b", "c", "d", "e").after(1_000);
    assertThat(traffic.outcomes()).isEqualTo("a+0 b+10 c+20 d+30 e+40");
    assertThat(traffic.comparison()).isEqualTo("5 0 0 0, held 4 for 1000 ms, longest 400 ms");
    assertThat(traffic.diverged).isEmpty();
  }

  @Test
  void callsThatOnlyTheCandidateRejectsAreReportedByHost() {
    ShadowTraffic traffic = ShadowTraffic.by(FAST + "shadow: { rate: 10/s, wait: 150ms } }");
    traffic.calls("a", "b", "c", "d").after(1_000);
    assertThat(traffic.outcomes()).isEqualTo("a+0 b+10 c+20 d+30");
    assertThat(traffic.comparison()).isEqualTo("2 0 2 0, held 1 for 100 ms, longest 100 ms");
    assertThat(traffic.diverged).hasSize(2).allMatch(each -> each.rule().equals("a"));
    assertThat(traffic.diverged.get(0).candidate().waitMicros()).isEqualTo(50_000);
    assertThat(traffic.diverged.get(0).outbound()).isTrue();
  }

  @Test
  void callsThatOnlyTheCandidateAdmitsAreReported() {
    ShadowTraffic traffic =
        ShadowTraffic.by(
            "a: { match: 'https://*/**', rate: 1/s, wait: 0s, shadow: { rate: 100/s, wait: 9s } }");
    traffic.calls("a", "b", "c").after(1_000);
    assertThat(traffic.outcomes()).isEqualTo("a+0 b-0 c-0");
    assertThat(traffic.comparison()).isEqualTo("1 2 0 0, held 2 for 30 ms, longest 20 ms");
  }

  @Test
  void aRuleInShadowIsComparedAlthoughNoRulePacesTheCall() {
    ShadowTraffic traffic =
        ShadowTraffic.by("a: { match: 'https://*/**', rate: 10/s, wait: 9s, mode: shadow }");
    traffic.calls("a", "b", "c").close("a").close("b").close("c").after(1_000);
    assertThat(traffic.outcomes()).isEqualTo("afree bfree cfree");
    assertThat(traffic.comparison()).isEqualTo("3 0 0 0, held 2 for 300 ms, longest 200 ms");
  }

  @Test
  void twoLimitsAreComparedAlthoughNeitherIsInForce() {
    ShadowTraffic traffic =
        ShadowTraffic.of(
            """
            version: 1
            mode: shadow
            outbound:
              a:
                { match: 'https://*/**', rate: 1/s, wait: 0s, shadow: { rate: 10/s, wait: 9s } }
            """);
    traffic.calls("a", "b", "c").after(1_000);
    assertThat(traffic.outcomes()).isEqualTo("afree bfree cfree");
    assertThat(traffic.comparison()).isEqualTo("1 2 0 0, held 2 for 300 ms, longest 200 ms");
  }

  @Test
  void aCopyIsInFlightForAsLongAsItsCall() {
    ShadowTraffic traffic =
        ShadowTraffic.by("a: { match: 'https://*/**', concurrency: 1, mode: shadow }");
    traffic.calls("a", "b").after(300).close("a");
    traffic.after(100).close("b");
    assertThat(traffic.comparison()).isEqualTo("2 0 0 0, held 1 for 300 ms, longest 300 ms");
    // The copy of b was sent at 300 ms, and takes 400 ms like b.
    traffic.after(100).calls("c").after(199);
    assertThat(traffic.comparison()).isEqualTo("2 0 0 0, held 1 for 300 ms, longest 300 ms");
    traffic.after(1);
    assertThat(traffic.comparison()).isEqualTo("3 0 0 0, held 2 for 500 ms, longest 300 ms");
  }

  @Test
  void aRejectedCallTakesNoSlotInTheCandidate() {
    ShadowTraffic traffic =
        ShadowTraffic.by(
            "a: { match: 'https://*/**', rate: 1/min, wait: 0s,"
                + " shadow: { rate: 100/s, concurrency: 1, wait: 9s } }");
    traffic.calls("a").after(10).close("a").calls("b", "c").after(1_000);
    assertThat(traffic.outcomes()).isEqualTo("a+0 b-10 c-10");
    assertThat(traffic.comparison()).isEqualTo("1 2 0 0, held 1 for 10 ms, longest 10 ms");
  }

  @Test
  void aCancelledCallIsNotCompared() {
    ShadowTraffic traffic =
        ShadowTraffic.by(
            "a: { match: 'https://*/**', rate: 1/s, wait: 9s, shadow: { rate: 2/s } }");
    traffic.calls("a", "b").after(100).cancel("b").after(2_000);
    assertThat(traffic.comparison()).isEqualTo("1 0 0 0, held 0 for 0 ms, longest 0 ms");
    assertThat(traffic.notCompared()).isEqualTo(1);
  }

  @Test
  void callsThatNoRuleMatchesAreNotCompared() {
    ShadowTraffic traffic =
        ShadowTraffic.by("a: { match: 'https://api.example.org/**', rate: 1/s, mode: shadow }");
    traffic.calls("a");
    assertThat(traffic.comparison()).startsWith("1 0 0 0");
  }

  @Test
  void aPauseThatTheCandidateLearnsDelaysItsCopies() {
    ShadowTraffic traffic =
        ShadowTraffic.by(FAST + "shadow: { rate: 100/s, learn: true, wait: 9s } }");
    traffic.calls("a").respond("a", 429, "Retry-After: 2").after(100).calls("b").after(5_000);
    assertThat(traffic.outcomes()).isEqualTo("a+0 b+100");
    assertThat(traffic.comparison()).isEqualTo("2 0 0 0, held 1 for 1900 ms, longest 1900 ms");
  }
}
