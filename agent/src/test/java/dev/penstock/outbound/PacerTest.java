package dev.penstock.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.penstock.http.FakeCall;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Calls under limits that reserve a turn when a call arrives. */
class PacerTest {
  private static final String TEN_A_SECOND =
      "a: { match: 'https://api.example.org/**', rate: 10/s, wait: 300ms }";

  @Test
  void callsAreSpacedEvenlyInTheOrderOfTheirArrival() {
    assertThat(
            OutboundTraffic.by(TEN_A_SECOND)
                .calls("a", "b", "c")
                .after(50)
                .calls("d")
                .after(900)
                .outcomes())
        .isEqualTo("a+0 b+100 c+200 d+300");
  }

  @Test
  void aCallWhoseTurnIsTooLateIsRejectedAtOnceAndNotCharged() {
    OutboundTraffic traffic = OutboundTraffic.by(TEN_A_SECOND).calls("a", "b", "c", "d", "e");
    assertThat(traffic.after(0).outcomes()).isEqualTo("a+0 b? c? d? e-0");
    assertThat(traffic.lastRejection())
        .hasMessage(
            "rule `a` rejected a call to api.example.org: the limit is reached and the call would"
                + " wait longer than 0.3 s; try again in 0.1 s")
        .asInstanceOf(type(OutboundLimitException.class))
        .returns("a", OutboundLimitException::rule)
        .returns("api.example.org", OutboundLimitException::host)
        .returns(Duration.ofMillis(100), OutboundLimitException::retryAfter);
    assertThat(traffic.after(100).calls("f").after(900).outcomes())
        .isEqualTo("a+0 b+100 c+200 d+300 e-0 f+400");
  }

  @Test
  void aRuleWithoutWaitRejectsAnEarlyCall() {
    OutboundTraffic traffic =
        OutboundTraffic.by("a: { match: 'https://*/**', rate: 10/s, wait: 0s }")
            .calls("a", "b")
            .after(100);
    assertThat(traffic.calls("c").outcomes()).isEqualTo("a+0 b-0 c+100");
    assertThat(traffic.lastRejection())
        .hasMessage(
            "rule `a` rejected a call to api.example.org: the limit is reached and `wait` is 0 s;"
                + " try again in 0.1 s");
  }

  @Test
  void aBurstIsSentAtOnce() {
    String rule = "a: { match: 'https://*/**', rate: 10/s, burst: 3, wait: 1s }";
    assertThat(OutboundTraffic.by(rule).calls("a", "b", "c", "d", "e").after(500).outcomes())
        .isEqualTo("a+0 b+0 c+0 d+100 e+200");
  }

  @Test
  void theTurnOfTheLastCallIsReusedAndTheTurnOfAnEarlierCallIsNot() {
    OutboundTraffic traffic = OutboundTraffic.by(TEN_A_SECOND).calls("a", "b", "c", "d");
    assertThat(traffic.cancel("d", "b").calls("e").after(900).outcomes())
        .isEqualTo("a+0 b? c+200 d? e+300");
    assertThat(traffic.held()).isZero();
    assertThat(traffic.pendingTasks()).isZero();
  }

  @Test
  void noMoreCallsWaitThanTheQueueTakes() {
    String rule = "a: { match: 'https://*/**', rate: 10/s, wait: 9s, queue: 2 }";
    OutboundTraffic traffic =
        OutboundTraffic.by(rule).calls("a", "b", "c", "d").after(100).calls("e").after(900);
    assertThat(traffic.outcomes()).isEqualTo("a+0 b+100 c+200 d-0 e+300");
    assertThat(traffic.lastRejection())
        .hasMessage(
            "rule `a` rejected a call to api.example.org: the queue is full (2 calls wait)");
    assertThat(traffic.held()).isZero();
  }

  @Test
  void eachKeyHasItsOwnTurns() {
    String rule = "a: { match: 'https://*/**', key: host, rate: 10/s, wait: 9s }";
    OutboundTraffic traffic = OutboundTraffic.by(rule).calls("a", "b");
    traffic.call("other", FakeCall.to("GET https://other.example.org/"));
    assertThat(traffic.after(900).outcomes()).isEqualTo("a+0 b+100 other+0");
  }

  @Test
  void onlyRulesWithCountRetriesCountRetries() {
    OutboundTraffic traffic =
        OutboundTraffic.by(
            "a: { match: 'https://*/**', rate: 10/s, wait: 9s }",
            "b: { match: 'https://*/b/*', rate: 5/s, wait: 9s, count-retries: true }");
    assertThat(traffic.calls("a", "b/1").retries("a/again", "b/again").after(900).outcomes())
        .isEqualTo("a+0 b/1+100 a/againfree b/again+200");
  }

  @Test
  void aCallObeysAllItsRules() {
    OutboundTraffic traffic =
        OutboundTraffic.by(
            "slow: { match: 'https://*/slow/*', rate: 2/s, wait: 9s }",
            "all: { match: 'https://*/**', rate: 10/s, wait: 9s }");
    assertThat(traffic.calls("slow/1", "slow/2", "b", "slow/3").after(2000).outcomes())
        .isEqualTo("slow/1+0 slow/2+500 b+200 slow/3+1000");
  }

  @Test
  void theShortestWaitOfAllRulesOfACallApplies() {
    OutboundTraffic traffic =
        OutboundTraffic.by(
            "slow: { match: 'https://*/**', rate: 2/s, wait: 9s }",
            "hasty: { match: 'https://*/**', rate: 100/s, wait: 400ms }");
    assertThat(traffic.calls("a", "b").after(0).outcomes()).isEqualTo("a+0 b-0");
    // The next call gets the turn that the rejected call had reserved.
    assertThat(traffic.after(200).calls("c").after(900).outcomes()).isEqualTo("a+0 b-0 c+500");
  }

  @Test
  void aCallThatNoRuleMatchesIsNotPaced() {
    OutboundTraffic traffic = OutboundTraffic.by(TEN_A_SECOND);
    traffic.call("x", FakeCall.to("GET https://other.example.org/"));
    traffic.call("y", FakeCall.to("GET http://api.example.org/"));
    assertThat(traffic.outcomes()).isEqualTo("xfree yfree");
  }

  @Test
  void aCallWithoutKeyIsRejectedWithDenyAndNotCharged() {
    OutboundTraffic traffic =
        OutboundTraffic.by(
            "a: { match: 'https://*/**', rate: 10/s, wait: 9s }",
            "b: { match: 'https://*/**', key: header.X, on-missing-key: deny, rate: 1/s }");
    traffic.calls("keyless").call("b", FakeCall.to("GET https://a.org/").with("X", "1"));
    assertThat(traffic.after(0).outcomes()).isEqualTo("keyless-0 b+0");
    assertThat(traffic.lastRejection())
        .hasMessage(
            "rule `b` rejected a call to api.example.org: the call does not have the key of the"
                + " rule");
  }

  @Test
  void aRuleInShadowDelaysNoCall() {
    String rule = "a: { match: 'https://*/**', rate: 1/s, wait: 0s, mode: shadow }";
    OutboundTraffic traffic = OutboundTraffic.by(rule).calls("a", "b");
    assertThat(traffic.outcomes()).isEqualTo("afree bfree");
  }

  @Test
  void heldCallsAreSentAtOnceWhenAllRulesAreSwitchedOff() {
    OutboundTraffic traffic =
        OutboundTraffic.by(TEN_A_SECOND).calls("a", "b", "c").after(50).switchOff();
    assertThat(traffic.after(0).outcomes()).isEqualTo("a+0 b+50 c+50");
    assertThat(traffic.held()).isZero();
  }

  @Test
  void aReloadKeepsTheTurnsOfWaitingCalls() {
    OutboundTraffic traffic = OutboundTraffic.by(TEN_A_SECOND).calls("a", "b", "c");
    traffic.reload(TEN_A_SECOND.replace("10/s", "5/s")).calls("d");
    assertThat(traffic.after(900).outcomes()).startsWith("a+0 b+100 c+200 d");
  }
}
