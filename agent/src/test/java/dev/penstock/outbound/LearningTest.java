package dev.penstock.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.http.FakeCall;
import org.junit.jupiter.api.Test;

/** Calls to hosts whose responses announce limits. */
class LearningTest {
  private static final String LEARNS = "a: { match: 'https://*/**', learn: true }";

  @Test
  void aHostThatAnnouncesARetryTimeIsNotCalledBefore() {
    OutboundTraffic traffic =
        OutboundTraffic.by(LEARNS).calls("a").respond("a", 429, "Retry-After: 2").calls("b");
    assertThat(traffic.after(3000).outcomes()).isEqualTo("a+0 b+2000");
  }

  @Test
  void callsThatHaveWaitedStartAtTheRateOfTheRule() {
    String rule = "a: { match: 'https://*/**', rate: 10/s, learn: true }";
    OutboundTraffic traffic =
        OutboundTraffic.by(rule).calls("a").respond("a", 503, "Retry-After: 2");
    assertThat(traffic.calls("b", "c", "d").after(3000).outcomes())
        .isEqualTo("a+0 b+2000 c+2100 d+2200");
  }

  @Test
  void aPauseDelaysCallsThatWaitAlready() {
    String rule = "a: { match: 'https://*/**', rate: 10/s, learn: true }";
    OutboundTraffic traffic = OutboundTraffic.by(rule).calls("a", "b", "c").after(50);
    assertThat(traffic.respond("a", 429, "Retry-After: 2").after(3000).outcomes())
        .isEqualTo("a+0 b+2050 c+2150");
  }

  @Test
  void aPauseAppliesToAllLearningRulesOfTheHost() {
    OutboundTraffic traffic =
        OutboundTraffic.by(
            "one: { match: 'https://*/one/*', learn: true }",
            "two: { match: 'https://*/two/*', learn: true }",
            "fixed: { match: 'https://*/fixed/*', rate: 10/s }");
    traffic.calls("one/1").respond("one/1", 429, "Retry-After: 1");
    traffic.calls("two/1", "fixed/1", "one/2");
    traffic.call("other", FakeCall.to("GET https://other.example.org/one/1"));
    assertThat(traffic.after(2000).outcomes())
        .isEqualTo("one/1+0 two/1+1000 fixed/1+0 one/2+1000 other+0");
  }

  @Test
  void aPauseLongerThanTheWaitRejectsAtOnce() {
    String rule = "a: { match: 'https://*/**', learn: true, wait: 1s }";
    OutboundTraffic traffic =
        OutboundTraffic.by(rule).calls("a").respond("a", 429, "Retry-After: 5").calls("b");
    assertThat(traffic.outcomes()).isEqualTo("a+0 b-0");
    assertThat(traffic.lastRejection()).hasMessageEndingWith("longer than 1 s; try again in 4 s");
  }

  @Test
  void aPauseIsNeverLongerThanTheCap() {
    String rule = "a: { match: 'https://*/**', learn: { cap: 3s } }";
    OutboundTraffic traffic =
        OutboundTraffic.by(rule).calls("a").respond("a", 429, "Retry-After: 5000").calls("b");
    assertThat(traffic.after(9000).outcomes()).isEqualTo("a+0 b+3000");
  }

  @Test
  void theRemainingBudgetIsSpreadOverTheTimeUntilItsReset() {
    OutboundTraffic traffic = OutboundTraffic.by(LEARNS).calls("a");
    traffic.respond("a", 200, "RateLimit: \"p\";r=2;t=9").calls("b", "c", "d");
    assertThat(traffic.after(20_000).outcomes()).isEqualTo("a+0 b+3000 c+6000 d+9000");
  }

  @Test
  void evenSpacingDoesNotRejectACallThatTheBudgetAdmits() {
    String rule = "a: { match: 'https://*/**', learn: true, wait: 2s }";
    OutboundTraffic traffic = OutboundTraffic.by(rule).calls("a");
    traffic.respond("a", 200, "RateLimit: \"p\";r=3;t=59").calls("b", "c", "d", "e");
    assertThat(traffic.after(20_000).outcomes()).isEqualTo("a+0 b+2000 c+2000 d+2000 e-0");
  }

  @Test
  void noResponseRaisesTheRateOfTheRule() {
    String rule = "a: { match: 'https://*/**', rate: 2/s, learn: true }";
    OutboundTraffic traffic = OutboundTraffic.by(rule).calls("a");
    traffic.respond("a", 200, "RateLimit: \"p\";r=100000;t=1").calls("b", "c");
    assertThat(traffic.after(20_000).outcomes()).isEqualTo("a+0 b+500 c+1000");
  }

  @Test
  void otherKeysHaveOtherBudgets() {
    String rule = "a: { match: 'https://*/**', key: header.X, rate: 100/s, learn: true }";
    FakeCall one = FakeCall.to("GET https://api.example.org/").with("X", "1");
    FakeCall two = FakeCall.to("GET https://api.example.org/").with("X", "2");
    OutboundTraffic traffic = OutboundTraffic.by(rule).call("a", one).call("b", two).after(0);
    traffic.respond("a", 200, "RateLimit: \"p\";r=0;t=4").call("c", one).call("d", two);
    assertThat(traffic.after(9000).outcomes()).isEqualTo("a+0 b+0 c+4000 d+10");
  }

  @Test
  void aRejectionWithoutARetryTimeCountsOnlyWithBackoff() {
    OutboundTraffic without =
        OutboundTraffic.by(LEARNS).calls("a").respond("a", 429).calls("b").after(0);
    assertThat(without.outcomes()).isEqualTo("a+0 b+0");
    String rule = LEARNS.replace("true", "true, backoff: { base: 1h, cap: 1h }, wait: 600s");
    OutboundTraffic with =
        OutboundTraffic.by(rule).calls("a").respond("a", 429).calls("b").after(0);
    assertThat(with.outcomes()).isEqualTo("a+0 b?");
  }

  @Test
  void anUnreadableHeaderIsIgnoredAndLoggedOnce() {
    OutboundTraffic traffic =
        OutboundTraffic.by(LEARNS).calls("a").respond("a", 429, "Retry-After: soon");
    traffic.calls("b").respond("b", 429, "Retry-After: soon").calls("c").after(0);
    assertThat(traffic.outcomes()).isEqualTo("a+0 b+0 c+0");
    assertThat(traffic.logged())
        .isEqualTo(
            "penstock: warning: a response from api.example.org has an unreadable header"
                + " Retry-After; Penstock ignores the header (1 so far)"
                + System.lineSeparator());
  }

  @Test
  void aReloadKeepsAPause() {
    OutboundTraffic traffic =
        OutboundTraffic.by(LEARNS).calls("a").respond("a", 429, "Retry-After: 2");
    traffic.reload(LEARNS.replace("true", "true, wait: 20s")).calls("b");
    assertThat(traffic.after(3000).outcomes()).isEqualTo("a+0 b+2000");
  }
}
