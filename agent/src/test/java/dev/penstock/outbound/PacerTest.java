package dev.penstock.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.penstock.http.FakeCall;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** When calls go out whose limits tell at once when their turn is. */
class PacerTest {
  private static final String TEN_A_SECOND =
      "a: { match: 'https://api.example.org/**', rate: 10/s, wait: 300ms }";

  @Test
  void callsAreSpacedEvenlyInTheOrderInWhichTheyCame() {
    assertThat(
            Traffic.by(TEN_A_SECOND)
                .calls("a", "b", "c")
                .after(50)
                .calls("d")
                .after(900)
                .outcomes())
        .isEqualTo("a+0 b+100 c+200 d+300");
  }

  @Test
  void aTurnThatWouldComeTooLateIsRefusedAtOnceAndSpendsNothing() {
    Traffic traffic = Traffic.by(TEN_A_SECOND).calls("a", "b", "c", "d", "e");
    assertThat(traffic.after(0).outcomes()).isEqualTo("a+0 b? c? d? e-0");
    assertThat(traffic.lastRefusal())
        .hasMessage(
            "rule `a` lets no call to api.example.org go now and holds none back for longer than"
                + " 0.3 s; try again in 0.1 s")
        .asInstanceOf(type(OutboundLimitException.class))
        .returns("a", OutboundLimitException::rule)
        .returns("api.example.org", OutboundLimitException::host)
        .returns(Duration.ofMillis(100), OutboundLimitException::retryAfter);
    assertThat(traffic.after(100).calls("f").after(900).outcomes())
        .isEqualTo("a+0 b+100 c+200 d+300 e-0 f+400");
  }

  @Test
  void aRuleThatHoldsNothingRefusesWhatIsEarly() {
    Traffic traffic =
        Traffic.by("a: { match: 'https://*/**', rate: 10/s, wait: 0s }").calls("a", "b").after(100);
    assertThat(traffic.calls("c").outcomes()).isEqualTo("a+0 b-0 c+100");
    assertThat(traffic.lastRefusal())
        .hasMessage(
            "rule `a` lets no call to api.example.org go now and does not hold any back;"
                + " try again in 0.1 s");
  }

  @Test
  void aBurstGoesAtOnce() {
    String rule = "a: { match: 'https://*/**', rate: 10/s, burst: 3, wait: 1s }";
    assertThat(Traffic.by(rule).calls("a", "b", "c", "d", "e").after(500).outcomes())
        .isEqualTo("a+0 b+0 c+0 d+100 e+200");
  }

  @Test
  void theLastLeavesItsTurnToTheNextAndAnEarlierOneLeavesAHole() {
    Traffic traffic = Traffic.by(TEN_A_SECOND).calls("a", "b", "c", "d");
    assertThat(traffic.giveUp("d", "b").calls("e").after(900).outcomes())
        .isEqualTo("a+0 b? c+200 d? e+300");
    assertThat(traffic.held()).isZero();
    assertThat(traffic.pendingAlarms()).isZero();
  }

  @Test
  void noMoreCallsAreHeldThanTheQueueTakes() {
    String rule = "a: { match: 'https://*/**', rate: 10/s, wait: 9s, queue: 2 }";
    Traffic traffic = Traffic.by(rule).calls("a", "b", "c", "d").after(100).calls("e").after(900);
    assertThat(traffic.outcomes()).isEqualTo("a+0 b+100 c+200 d-0 e+300");
    assertThat(traffic.lastRefusal())
        .hasMessage(
            "rule `a` holds back 2 calls already, one to api.example.org would be one too many");
    assertThat(traffic.held()).isZero();
  }

  @Test
  void eachKeyHasItsOwnTurns() {
    String rule = "a: { match: 'https://*/**', key: host, rate: 10/s, wait: 9s }";
    Traffic traffic = Traffic.by(rule).calls("a", "b");
    traffic.call("other", FakeCall.to("GET https://other.example.org/"));
    assertThat(traffic.after(900).outcomes()).isEqualTo("a+0 b+100 other+0");
  }

  @Test
  void retriesAreOnlyForRulesThatCountThem() {
    Traffic traffic =
        Traffic.by(
            "a: { match: 'https://*/**', rate: 10/s, wait: 9s }",
            "b: { match: 'https://*/b/*', rate: 5/s, wait: 9s, count-retries: true }");
    assertThat(traffic.calls("a", "b/1").retries("a/again", "b/again").after(900).outcomes())
        .isEqualTo("a+0 b/1+100 a/againfree b/again+200");
  }

  @Test
  void allRulesOfACallAreHonoured() {
    Traffic traffic =
        Traffic.by(
            "slow: { match: 'https://*/slow/*', rate: 2/s, wait: 9s }",
            "all: { match: 'https://*/**', rate: 10/s, wait: 9s }");
    assertThat(traffic.calls("slow/1", "slow/2", "b", "slow/3").after(2000).outcomes())
        .isEqualTo("slow/1+0 slow/2+500 b+200 slow/3+1000");
  }

  @Test
  void theShortestWaitOfItsRulesIsACallsOwn() {
    Traffic traffic =
        Traffic.by(
            "slow: { match: 'https://*/**', rate: 2/s, wait: 9s }",
            "hasty: { match: 'https://*/**', rate: 100/s, wait: 400ms }");
    assertThat(traffic.calls("a", "b").after(0).outcomes()).isEqualTo("a+0 b-0");
    // What the refused one had reserved is left to the next.
    assertThat(traffic.after(200).calls("c").after(900).outcomes()).isEqualTo("a+0 b-0 c+500");
  }

  @Test
  void aCallThatNoRuleIsForIsNobodysConcern() {
    Traffic traffic = Traffic.by(TEN_A_SECOND);
    traffic.call("x", FakeCall.to("GET https://other.example.org/"));
    traffic.call("y", FakeCall.to("GET http://api.example.org/"));
    assertThat(traffic.outcomes()).isEqualTo("xfree yfree");
  }

  @Test
  void aCallThatLacksItsKeyIsRefusedIfTheFileSaysSoAndSpendsNothing() {
    Traffic traffic =
        Traffic.by(
            "a: { match: 'https://*/**', rate: 10/s, wait: 9s }",
            "b: { match: 'https://*/**', key: header.X, on-missing-key: deny, rate: 1/s }");
    traffic.calls("lacking").call("b", FakeCall.to("GET https://a.org/").with("X", "1"));
    assertThat(traffic.after(0).outcomes()).isEqualTo("lacking-0 b+0");
    assertThat(traffic.lastRefusal())
        .hasMessage("rule `b` lets no call to api.example.org go that lacks its key");
  }

  @Test
  void aRuleInShadowHoldsNothing() {
    String rule = "a: { match: 'https://*/**', rate: 1/s, wait: 0s, mode: shadow }";
    Traffic traffic = Traffic.by(rule).calls("a", "b");
    assertThat(traffic.outcomes()).isEqualTo("afree bfree");
  }

  @Test
  void whatIsHeldGoesAtOnceWhenEverythingIsSwitchedOff() {
    Traffic traffic = Traffic.by(TEN_A_SECOND).calls("a", "b", "c").after(50).switchOff();
    assertThat(traffic.after(0).outcomes()).isEqualTo("a+0 b+50 c+50");
    assertThat(traffic.held()).isZero();
  }

  @Test
  void aReloadKeepsTheTurnsOfThoseWhoWait() {
    Traffic traffic = Traffic.by(TEN_A_SECOND).calls("a", "b", "c");
    traffic.reload(TEN_A_SECOND.replace("10/s", "5/s")).calls("d");
    assertThat(traffic.after(900).outcomes()).startsWith("a+0 b+100 c+200 d");
  }
}
