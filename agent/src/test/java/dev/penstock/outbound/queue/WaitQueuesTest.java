package dev.penstock.outbound.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.http.FakeCall;
import dev.penstock.outbound.OutboundTraffic;
import org.junit.jupiter.api.Test;

/** Calls under limits that cannot reserve a turn, so that calls wait in queues. */
class WaitQueuesTest {
  private static final String WINDOW =
      "a: { match: 'https://*/**', rate: 3/s, algorithm: fixed-window, wait: 5s }";
  private static final String IN_FLIGHT = "a: { match: 'https://*/**', concurrency: 2, wait: 1s }";

  @Test
  void aNewWindowSendsWaitingCallsOneByOne() {
    OutboundTraffic traffic =
        OutboundTraffic.by(WINDOW).calls("a", "b", "c", "d", "e", "f", "g").after(5000);
    assertThat(traffic.outcomes()).isEqualTo("a+0 b+0 c+0 d+1000 e+1333 f+1666 g+2000");
    assertThat(traffic.held()).isZero();
    assertThat(traffic.pendingTasks()).isZero();
  }

  @Test
  void aLaterCallWaitsBehindEarlierCalls() {
    OutboundTraffic traffic =
        OutboundTraffic.by(WINDOW).calls("a", "b", "c", "d", "e").after(1100).calls("f");
    assertThat(traffic.after(5000).outcomes()).isEqualTo("a+0 b+0 c+0 d+1000 e+1333 f+1666");
  }

  @Test
  void aCancelledCallLeavesNoGapInTheQueue() {
    OutboundTraffic traffic =
        OutboundTraffic.by(WINDOW).calls("a", "b", "c", "d", "e", "f").cancel("d", "e");
    assertThat(traffic.after(5000).outcomes()).isEqualTo("a+0 b+0 c+0 d? e? f+1000");
    assertThat(traffic.held()).isZero();
    assertThat(traffic.queues()).isZero();
  }

  @Test
  void aCallWhoseTurnIsTooLateIsRejectedAtOnce() {
    String rule = WINDOW.replace("5s", "1500ms");
    OutboundTraffic traffic = OutboundTraffic.by(rule).calls("a", "b", "c", "d", "e", "f");
    assertThat(traffic.after(0).outcomes()).isEqualTo("a+0 b+0 c+0 d? e? f-0");
    assertThat(traffic.lastRejection())
        .hasMessageStartingWith(
            "rule `a` rejected a call to api.example.org: the limit is reached and the call would"
                + " wait longer than 1.5 s; try again in 0.16");
    assertThat(traffic.after(5000).outcomes()).isEqualTo("a+0 b+0 c+0 d+1000 e+1333 f-0");
  }

  @Test
  void aWindowWithoutWaitRejects() {
    OutboundTraffic traffic =
        OutboundTraffic.by(WINDOW.replace("5s", "0s")).calls("a", "b", "c", "d").after(0);
    assertThat(traffic.outcomes()).isEqualTo("a+0 b+0 c+0 d-0");
    assertThat(traffic.lastRejection()).hasMessageEndingWith("try again in 1 s");
  }

  @Test
  void theEndOfACallSendsTheNext() {
    OutboundTraffic traffic =
        OutboundTraffic.by(IN_FLIGHT).calls("a", "b", "c", "d", "e").after(10).close("b");
    assertThat(traffic.after(10).close("a", "c").after(100).outcomes())
        .isEqualTo("a+0 b+0 c+10 d+20 e+20");
  }

  @Test
  void aCallWithoutSlotIsRejectedAtItsDeadline() {
    OutboundTraffic traffic = OutboundTraffic.by(IN_FLIGHT).calls("a", "b", "c").after(2000);
    assertThat(traffic.outcomes()).isEqualTo("a+0 b+0 c-1000");
    assertThat(traffic.lastRejection())
        .hasMessage(
            "rule `a` rejected a call to api.example.org: the limit is still reached after a wait"
                + " of 1 s");
    assertThat(traffic.close("a").calls("d").outcomes()).isEqualTo("a+0 b+0 c-1000 d+2000");
  }

  @Test
  void cancelledAndExpiredCallsLeaveTheirQueue() {
    OutboundTraffic traffic =
        OutboundTraffic.by(IN_FLIGHT).calls("a", "b", "c", "d", "e").cancel("d");
    assertThat(traffic.queues()).isEqualTo(1);
    assertThat(traffic.after(2000).outcomes()).isEqualTo("a+0 b+0 c-1000 d? e-1000");
    assertThat(traffic.queues()).isZero();
    traffic.calls("f").switchOff();
    assertThat(traffic.after(0).outcomes()).endsWith("f+2000");
    assertThat(traffic.queues()).isZero();
    assertThat(traffic.pendingTasks()).isZero();
  }

  @Test
  void concurrencyWithoutWaitRejectsWithoutARetryTime() {
    OutboundTraffic traffic =
        OutboundTraffic.by("a: { match: 'https://*/**', concurrency: 1, wait: 0s }")
            .calls("a", "b");
    assertThat(traffic.outcomes()).isEqualTo("a+0 b-0");
    assertThat(traffic.lastRejection())
        .hasMessage(
            "rule `a` rejected a call to api.example.org: the limit is reached and `wait` is 0 s");
  }

  @Test
  void aCallThatIsClosedTwiceReleasesOneSlot() {
    OutboundTraffic traffic =
        OutboundTraffic.by(IN_FLIGHT).calls("a", "b", "c", "d").close("a", "a", "a").after(1);
    assertThat(traffic.outcomes()).isEqualTo("a+0 b+0 c+0 d?");
  }

  @Test
  void turnsInBucketsComeFirstAndWindowsAreChargedAtTheStart() {
    OutboundTraffic traffic =
        OutboundTraffic.by(
            "spaced: { match: 'https://*/**', rate: 10/s, wait: 9s }",
            "window: { match: 'https://*/**', rate: 2/s, algorithm: fixed-window, wait: 9s }");
    assertThat(traffic.calls("a", "b", "c", "d").after(5000).outcomes())
        .isEqualTo("a+0 b+100 c+1000 d+1500");
  }

  @Test
  void aBucketWithConcurrencyIsNotChargedBeforeTheCallStarts() {
    String rule =
        "a: { match: 'https://*/**', wait: 9s, limits: [{ rate: 10/s, algorithm: leaky-bucket },"
            + " { concurrency: 1 }] }";
    OutboundTraffic traffic =
        OutboundTraffic.by(rule).calls("a", "b", "c").after(1000).close("a").after(10);
    assertThat(traffic.close("b").after(200).outcomes()).isEqualTo("a+0 b+1000 c+1100");
  }

  @Test
  void aRetryNeedsNoSlotOfItsOwn() {
    String rule =
        "a: { match: 'https://*/**', wait: 9s, count-retries: true, limits: [{ rate: 10/s,"
            + " algorithm: leaky-bucket }, { concurrency: 1 }] }";
    OutboundTraffic traffic =
        OutboundTraffic.by(rule).calls("a").retries("again").calls("b").after(500);
    assertThat(traffic.close("a").after(500).outcomes()).isEqualTo("a+0 again+100 b+500");
  }

  @Test
  void aFullKeyDoesNotDelayOtherKeys() {
    String rule =
        "a: { match: 'https://*/**', key: host, rate: 1/s, algorithm: fixed-window, wait: 5s }";
    OutboundTraffic traffic = OutboundTraffic.by(rule).calls("a", "b");
    traffic.call("other", FakeCall.to("GET https://other.example.org/"));
    assertThat(traffic.after(2000).outcomes()).isEqualTo("a+0 b+1000 other+0");
  }

  @Test
  void aCallWaitsBehindEarlierCallsOfEachOfItsBudgets() {
    OutboundTraffic traffic =
        OutboundTraffic.by(
            "host: { match: 'https://*/**', key: host, rate: 9/s, algorithm: fixed-window, wait: 9s"
                + " }",
            "all: { match: 'https://*/**', concurrency: 1, wait: 9s }");
    traffic.calls("a", "b");
    traffic.call("other", FakeCall.to("GET https://other.example.org/"));
    assertThat(traffic.after(10).close("a").after(10).close("b").after(10).outcomes())
        .isEqualTo("a+0 b+10 other+20");
  }
}
