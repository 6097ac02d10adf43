package dev.penstock.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.http.FakeCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When calls of asynchronous clients go out whose store takes its time. */
class SlowStoreTest {
  private static final String BUCKET =
      "a: { match: 'https://*/**', rate: 10/s, wait: 300ms, queue: 2 }";
  private static final String WINDOW =
      "a: { match: 'https://*/**', rate: 3/s, algorithm: fixed-window, wait: 5s }";
  private static final String IN_FLIGHT = "a: { match: 'https://*/**', concurrency: 2, wait: 1s }";

  @Test
  void aTurnIsReservedWhenTheStoreHasAnswered() {
    Traffic traffic = Traffic.slowly(BUCKET).calls("a", "b", "c").after(5);
    assertThat(traffic.outcomes()).isEqualTo("a? b? c?");
    assertThat(traffic.held()).as("who is asked for is not held").isZero();
    assertThat(traffic.storeAnswers().after(900).outcomes()).isEqualTo("a+5 b+105 c+205");
    assertThat(traffic.held()).isZero();
    assertThat(traffic.pendingAlarms()).isZero();
  }

  @Test
  void whoeverComesTooEarlyIsToldWhenTheStoreHasAnswered() {
    Traffic traffic =
        Traffic.slowly(BUCKET.replace("300ms, queue: 2", "0s")).calls("a", "b").after(5);
    assertThat(traffic.storeAnswers().after(0).outcomes()).isEqualTo("a+5 b-5");
  }

  @Test
  void whoeverGivesUpBeforeTheAnswerLeavesItsTurnToOthers() {
    Traffic traffic = Traffic.slowly(BUCKET).calls("a", "b").giveUp("b").storeAnswers().after(0);
    assertThat(traffic.calls("c").storeAnswers().after(900).outcomes()).isEqualTo("a+0 b? c+100");
  }

  @Test
  void aCallThatLacksItsKeyIsRefusedAtOnceAndSpendsNothing() {
    Traffic traffic =
        Traffic.slowly(
            BUCKET,
            "b: { match: 'https://*/x', key: header.X, on-missing-key: deny, rate: 9/s,"
                + " algorithm: fixed-window }");
    assertThat(traffic.calls("x").after(0).outcomes()).isEqualTo("x-0");
    assertThat(traffic.storeAnswers().after(0).calls("y").storeAnswers().after(0).outcomes())
        .isEqualTo("x-0 y+0");
  }

  @Test
  void theTurnOfAStoreWithAnotherClockIsByOurs() {
    Traffic traffic = Traffic.byAnotherClock(BUCKET).calls("a", "b", "c").after(900);
    assertThat(traffic.outcomes()).isEqualTo("a+0 b+100 c+200");
  }

  @Test
  void aLineGoesOnWhenItsFirstIsAnswered() {
    Traffic traffic =
        Traffic.slowly(WINDOW).calls("a", "b", "c", "d", "e").storeAnswers().after(1000);
    assertThat(traffic.outcomes()).isEqualTo("a+0 b+0 c+0 d? e?");
    assertThat(traffic.asked()).as("one at a time").isEqualTo(1);
    traffic.after(10).storeAnswers().after(334);
    assertThat(traffic.outcomes()).isEqualTo("a+0 b+0 c+0 d+1010 e?");
    assertThat(traffic.storeAnswers().after(0).outcomes()).endsWith("d+1010 e+1344");
    assertThat(traffic.lines()).isZero();
    assertThat(traffic.held()).isZero();
    assertThat(traffic.pendingAlarms()).isZero();
  }

  @Test
  void whoeverLeavesWhileItIsAskedForHoldsUpNobody() {
    Traffic traffic =
        Traffic.slowly(WINDOW).calls("a", "b", "c", "d", "e").storeAnswers().after(1000);
    traffic.giveUp("d").storeAnswers().after(0);
    assertThat(traffic.storeAnswers().after(0).outcomes()).isEqualTo("a+0 b+0 c+0 d? e+1000");
    // What was granted to the one that left is there for others.
    traffic.calls("f", "g").storeAnswers().after(0);
    assertThat(traffic.outcomes()).endsWith("e+1000 f+1000 g+1000");
  }

  @Test
  void whatIsReleasedWhileItIsAskedForIsNotMissed() {
    Traffic traffic = Traffic.slowly(IN_FLIGHT).calls("a", "b").storeAnswers().after(0);
    // The store has looked and there was no room; then there is, and only then is the answer heard.
    traffic.calls("c").storeAnswers().over("a").after(0);
    assertThat(traffic.storeAnswers().after(0).outcomes()).isEqualTo("a+0 b+0 c+0");
    traffic.calls("d").storeAnswers().after(0).over("b").storeAnswers().over("c").after(5);
    assertThat(traffic.storeAnswers().after(0).outcomes()).startsWith("a+0 b+0 c+0 d+");
  }

  @Test
  void aStoreThatNeverAnswersHoldsUpNobodyElse() {
    Traffic traffic = Traffic.slowly(IN_FLIGHT).calls("a", "b", "c").storeAnswers().after(0);
    traffic.over("a").calls("d").after(2000);
    assertThat(traffic.outcomes())
        .as("the first in line, and the next")
        .isEqualTo("a+0 b+0 c-1000 d-1000");
    assertThat(traffic.held()).isZero();
  }

  @Test
  void aThreadThatMayBlockDoesNotDoSoInALine() {
    Traffic traffic = Traffic.slowly(WINDOW);
    traffic.call("a", FakeCall.to("GET https://api.example.org/"));
    assertThat(traffic.outcomes()).isEqualTo("a?");
    assertThat(traffic.storeAnswers().after(0).outcomes()).isEqualTo("a+0");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void nobodyIsForgottenHoweverAnswersAndEndsMeet(long seed) {
    Random random = new Random(seed);
    Traffic traffic = Traffic.slowly(IN_FLIGHT.replace("1s", "9s"));
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
        case 1 -> traffic.storeAnswers();
        case 2 -> traffic.after(random.nextInt(2));
        default -> {
          List<String> inFlight = unended.stream().filter(traffic::isGone).toList();
          assertThat(inFlight).hasSizeLessThanOrEqualTo(2);
          if (!inFlight.isEmpty()) {
            String ended = inFlight.get(random.nextInt(inFlight.size()));
            unended.remove(ended);
            traffic.over(ended);
          }
        }
      }
    }
    assertThat(started).isEqualTo(40);
    assertThat(traffic.outcomes()).doesNotContain("?").doesNotContain("-");
    assertThat(unended).isEmpty();
  }
}
