package dev.penstock.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.http.FakeCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls of asynchronous clients over a store that replies later. */
class SlowStoreTest {
  private static final String BUCKET =
      "a: { match: 'https://*/**', rate: 10/s, wait: 300ms, queue: 2 }";
  private static final String WINDOW =
      "a: { match: 'https://*/**', rate: 3/s, algorithm: fixed-window, wait: 5s }";
  private static final String IN_FLIGHT = "a: { match: 'https://*/**', concurrency: 2, wait: 1s }";

  @Test
  void aTurnIsReservedWhenTheStoreReplies() {
    OutboundTraffic traffic = OutboundTraffic.withSlowStore(BUCKET).calls("a", "b", "c").after(5);
    assertThat(traffic.outcomes()).isEqualTo("a? b? c?");
    assertThat(traffic.held()).as("calls that wait for the store do not count as held").isZero();
    assertThat(traffic.storeReplies().after(900).outcomes()).isEqualTo("a+5 b+105 c+205");
    assertThat(traffic.held()).isZero();
    assertThat(traffic.pendingTasks()).isZero();
  }

  @Test
  void anEarlyCallIsRejectedWhenTheStoreReplies() {
    OutboundTraffic traffic =
        OutboundTraffic.withSlowStore(BUCKET.replace("300ms, queue: 2", "0s"))
            .calls("a", "b")
            .after(5);
    assertThat(traffic.storeReplies().after(0).outcomes()).isEqualTo("a+5 b-5");
  }

  @Test
  void theTurnOfACallThatIsCancelledBeforeTheReplyIsReused() {
    OutboundTraffic traffic =
        OutboundTraffic.withSlowStore(BUCKET).calls("a", "b").cancel("b").storeReplies().after(0);
    assertThat(traffic.calls("c").storeReplies().after(900).outcomes()).isEqualTo("a+0 b? c+100");
  }

  @Test
  void aCallWithoutKeyIsRejectedAtOnceAndNotCharged() {
    OutboundTraffic traffic =
        OutboundTraffic.withSlowStore(
            BUCKET,
            "b: { match: 'https://*/x', key: header.X, on-missing-key: deny, rate: 9/s,"
                + " algorithm: fixed-window }");
    assertThat(traffic.calls("x").after(0).outcomes()).isEqualTo("x-0");
    assertThat(traffic.storeReplies().after(0).calls("y").storeReplies().after(0).outcomes())
        .isEqualTo("x-0 y+0");
  }

  @Test
  void aTurnFromAStoreWithAnotherClockIsConverted() {
    OutboundTraffic traffic =
        OutboundTraffic.withStoreClockAhead(BUCKET).calls("a", "b", "c").after(900);
    assertThat(traffic.outcomes()).isEqualTo("a+0 b+100 c+200");
  }

  @Test
  void aQueueContinuesWhenTheStoreRepliesForItsFirstCall() {
    OutboundTraffic traffic =
        OutboundTraffic.withSlowStore(WINDOW)
            .calls("a", "b", "c", "d", "e")
            .storeReplies()
            .after(1000);
    assertThat(traffic.outcomes()).isEqualTo("a+0 b+0 c+0 d? e?");
    assertThat(traffic.pendingStoreCalls())
        .as("the queue makes one store call at a time")
        .isEqualTo(1);
    traffic.after(10).storeReplies().after(334);
    assertThat(traffic.outcomes()).isEqualTo("a+0 b+0 c+0 d+1010 e?");
    assertThat(traffic.storeReplies().after(0).outcomes()).endsWith("d+1010 e+1344");
    assertThat(traffic.queues()).isZero();
    assertThat(traffic.held()).isZero();
    assertThat(traffic.pendingTasks()).isZero();
  }

  @Test
  void aCallThatIsCancelledDuringItsStoreCallDelaysNoOtherCall() {
    OutboundTraffic traffic =
        OutboundTraffic.withSlowStore(WINDOW)
            .calls("a", "b", "c", "d", "e")
            .storeReplies()
            .after(1000);
    traffic.cancel("d").storeReplies().after(0);
    assertThat(traffic.storeReplies().after(0).outcomes()).isEqualTo("a+0 b+0 c+0 d? e+1000");
    // The charge of the cancelled call was refunded.
    traffic.calls("f", "g").storeReplies().after(0);
    assertThat(traffic.outcomes()).endsWith("e+1000 f+1000 g+1000");
  }

  @Test
  void aSlotThatIsReleasedDuringAStoreCallIsNotMissed() {
    OutboundTraffic traffic =
        OutboundTraffic.withSlowStore(IN_FLIGHT).calls("a", "b").storeReplies().after(0);
    // The store finds no slot; then one is released, and only then its reply is processed.
    traffic.calls("c").storeReplies().close("a").after(0);
    assertThat(traffic.storeReplies().after(0).outcomes()).isEqualTo("a+0 b+0 c+0");
    traffic.calls("d").storeReplies().after(0).close("b").storeReplies().close("c").after(5);
    assertThat(traffic.storeReplies().after(0).outcomes()).startsWith("a+0 b+0 c+0 d+");
  }

  @Test
  void aStoreThatNeverRepliesDoesNotBlockTheQueue() {
    OutboundTraffic traffic =
        OutboundTraffic.withSlowStore(IN_FLIGHT).calls("a", "b", "c").storeReplies().after(0);
    traffic.close("a").calls("d").after(2000);
    assertThat(traffic.outcomes())
        .as("the first call in the queue, and the next")
        .isEqualTo("a+0 b+0 c-1000 d-1000");
    assertThat(traffic.held()).isZero();
  }

  @Test
  void aThreadThatMayBlockDoesNotBlockInAQueue() {
    OutboundTraffic traffic = OutboundTraffic.withSlowStore(WINDOW);
    traffic.call("a", FakeCall.to("GET https://api.example.org/"));
    assertThat(traffic.outcomes()).isEqualTo("a?");
    assertThat(traffic.storeReplies().after(0).outcomes()).isEqualTo("a+0");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void noCallIsLostInAnyOrderOfRepliesAndEnds(long seed) {
    Random random = new Random(seed);
    OutboundTraffic traffic = OutboundTraffic.withSlowStore(IN_FLIGHT.replace("1s", "9s"));
    List<String> unended = new ArrayList<>();
    int started = 0;
    for (int step = 0; step < 2_000; step++) {
      switch (random.nextInt(4)) {
        case 0 -> {
          if (started < 40) {
            String name = "c" + started++ + ":";
            traffic.calls(name);
            unended.add(name);
          }
        }
        case 1 -> traffic.storeReplies();
        case 2 -> traffic.after(random.nextInt(2));
        default -> {
          List<String> inFlight = unended.stream().filter(traffic::isSent).toList();
          assertThat(inFlight).hasSizeLessThanOrEqualTo(2);
          if (!inFlight.isEmpty()) {
            String ended = inFlight.get(random.nextInt(inFlight.size()));
            unended.remove(ended);
            traffic.close(ended);
          }
        }
      }
    }
    assertThat(started).isEqualTo(40);
    assertThat(traffic.outcomes()).doesNotContain("?").doesNotContain("-");
    assertThat(unended).isEmpty();
  }
}
