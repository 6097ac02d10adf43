package dev.penstock.outbound.learn;

import static dev.penstock.outbound.learn.PaceRun.CAP;
import static dev.penstock.outbound.learn.PaceRun.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.outbound.Highest;
import dev.penstock.outbound.learn.AnnouncedBudget.Unit;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** When calls may start, after what has been learned. Times are in microseconds. */
class LearnedPaceTest {
  private final PaceRun run = new PaceRun(/* interval= */ 10);

  @Test
  void whoHasLearnedNothingDelaysNothing() {
    assertThat(run.calls(0, 0, 0, 5, 5, 4)).isEqualTo("0 0 0 5 5 4");
  }

  @Test
  void whatIsLeftIsSpreadEvenlyUntilTheReset() {
    run.calls(0);
    run.left(1, 4, 1_000, 0);
    assertThat(run.calls(0, 0, 0, 0)).isEqualTo("200 400 600 800");
    assertThat(run.calls(0, 0)).as("beyond it").isEqualTo("1000 1010");
  }

  @Test
  void theFirstCallStartsAtOnceIfTheLastWasLongAgo() {
    run.calls(0);
    run.left(1, 4, 1_000, 500);
    assertThat(run.calls(600, 600, 600, 600)).isEqualTo("600 700 800 900");
  }

  @Test
  void whoComesLaterThanItsTurnLeavesTheRestMoreRoom() {
    run.calls(0);
    run.left(1, 4, 1_000, 0);
    assertThat(run.calls(700, 700, 700, 700)).isEqualTo("700 775 850 925");
  }

  @Test
  void theResetIsForgottenWhenItHasPassed() {
    run.calls(0);
    run.left(1, 1, 1_000, 0);
    assertThat(run.calls(999)).isEqualTo("999");
    assertThat(run.calls(1_000, 1_000, 1_000)).isEqualTo("1000 1000 1000");
  }

  @Test
  void whenNothingIsLeftCallsWaitForTheResetAndDoNotRushInTogether() {
    run.calls(0);
    run.left(1, 0, 1_000, 0);
    assertThat(run.calls(1, 500, 999)).isEqualTo("1000 1010 1020");
    assertThat(run.calls(1_000, 1_015)).as("behind those who waited").isEqualTo("1030 1040");
    assertThat(run.calls(1_041)).isEqualTo("1041");
  }

  @Test
  void ownCallsSinceTheOneThatWasAnsweredAreSubtracted() {
    run.calls(0, 0, 0, 0);
    run.left(1, 4, 1_000, 100);
    assertThat(run.calls(100, 100)).as("three of the four are out").isEqualTo("500 1000");
  }

  @Test
  void theLowestAnswerOfAWindowWinsWhicheverComesLast() {
    run.calls(0, 0, 0);
    run.left(3, 7, 1_000, 10);
    run.left(1, 9, 1_000, 20);
    run.left(2, 2, 1_000, 30);
    run.left(3, 7, 1_000, 40);
    assertThat(run.calls(500, 500)).as("one is left").isEqualTo("500 1000");
  }

  @Test
  void anAnswerFromTheNextWindowDoesNotEndThisOne() {
    run.calls(0);
    run.left(1, 1, 1_000, 0);
    run.left(1, 99, 2_000, 0);
    assertThat(run.calls(900, 900)).isEqualTo("900 1000");
    assertThat(run.calls(1_500, 1_500)).isEqualTo("1500 1506");
  }

  @Test
  void ofSeveralPoliciesTheMostRestrictiveHolds() {
    run.calls(0);
    List<AnnouncedBudget> budgets = List.of(PaceRun.budget(99, 1_000), PaceRun.budget(3, 4_000));
    run.learn(1, new LearnedLimits(false, LearnedLimits.NO_PAUSE, budgets, null), 0);
    assertThat(run.calls(0, 0, 0, 0)).isEqualTo("1000 2000 3000 4000");
  }

  @Test
  void tokensHoldCallsOnlyWhenNoneAreLeft() {
    run.calls(0);
    learnTokens(1);
    assertThat(run.calls(0, 0, 0)).isEqualTo("0 0 0");
    learnTokens(0);
    assertThat(run.calls(0, 0)).isEqualTo("500 510");
  }

  private void learnTokens(long left) {
    AnnouncedBudget tokens =
        new AnnouncedBudget("tokens", Unit.OTHER, left, START + 500, 9, AnnouncedBudget.UNKNOWN);
    run.learn(1, new LearnedLimits(false, LearnedLimits.NO_PAUSE, List.of(tokens), null), 0);
  }

  @Test
  void aPauseIsHonouredToTheMicrosecond() {
    run.calls(0);
    run.pause(1, 1_000, 0);
    assertThat(run.calls(0)).isEqualTo("1000");
    assertThat(run.due(2, 999)).isEqualTo(1_000);
    assertThat(run.due(2, 1_000)).isEqualTo(1_000);

    PaceRun other = new PaceRun(10);
    other.calls(0);
    other.pause(1, 1_000, 0);
    assertThat(other.calls(999)).isEqualTo("1000");
    PaceRun later = new PaceRun(10);
    later.calls(0);
    later.pause(1, 1_000, 0);
    assertThat(later.calls(1_000, 1_000)).isEqualTo("1000 1000");
  }

  @Test
  void theLaterOfSeveralPausesWins() {
    run.calls(0);
    run.pause(1, 1_000, 0);
    run.pause(1, 400, 10);
    assertThat(run.calls(20)).isEqualTo("1000");
    run.pause(1, 1_500, 30);
    assertThat(run.calls(40)).isEqualTo("1510");
    assertThat(run.due(2, 1_000)).isEqualTo(1_500);
  }

  @Test
  void noPauseIsLongerThanTheCap() {
    run.calls(0);
    run.pause(1, 50 * CAP, 7);
    assertThat(run.calls(8)).isEqualTo(Long.toString(CAP + 7));
    run.left(1, 1, 50 * CAP, 7);
    assertThat(run.calls(CAP + 8, CAP + 8)).isEqualTo((CAP + 8) + " " + (CAP + 8));
  }

  @Test
  void aPauseMovesThoseWhoWaitAndKeepsThemInOrder() {
    run.calls(0);
    run.left(1, 4, 1_000, 0);
    assertThat(run.calls(0, 0, 0)).isEqualTo("200 400 600");
    run.pause(1, 5_000, 100);
    assertThat(run.due(2, 200)).isEqualTo(5_000);
    assertThat(run.due(3, 400)).isEqualTo(5_200);
    assertThat(run.calls(450)).isEqualTo("5410");
    assertThat(run.due(4, 600)).isEqualTo(5_400);
    assertThat(run.due(2, 5_000)).isEqualTo(5_000);
  }

  @Test
  void aPauseDoesNotMoveThoseWhoseTurnIsAfterIt() {
    run.calls(0);
    run.left(1, 1, 1_000, 0);
    assertThat(run.calls(0, 0)).isEqualTo("500 1000");
    run.left(2, 0, 1_000, 600);
    assertThat(run.calls(700)).isEqualTo("1010");
    assertThat(run.due(3, 1_000)).isEqualTo(1_000);
  }

  @Test
  void whoeverIsWokenFirstSpendsTheFirstOfWhatIsLeft() {
    PaceRun together = new PaceRun(/* interval= */ 0);
    together.calls(0);
    together.pause(1, 100, 0);
    assertThat(together.calls(1, 1, 1)).isEqualTo("100 100 100");
    assertThat(together.due(4, 100)).isEqualTo(100);
    together.left(4, 1, 1_000, 101);
    assertThat(together.due(3, 101)).isEqualTo(101);
    assertThat(together.due(2, 101)).isEqualTo(1_000);
  }

  @Test
  void whoWaitsAndIsBeyondALowerBudgetGoesToTheEndAfterItsReset() {
    run.calls(0);
    run.pause(1, 100, 0);
    assertThat(run.calls(1, 1, 1)).isEqualTo("100 110 120");
    run.left(1, 1, 1_000, 50);
    assertThat(run.due(2, 100)).isEqualTo(100);
    assertThat(run.due(3, 110)).isEqualTo(1_000);
    assertThat(run.due(4, 120)).isEqualTo(1_010);
    assertThat(run.calls(130)).isEqualTo("1020");
    assertThat(run.due(3, 1_000)).isEqualTo(1_000);
    assertThat(run.due(4, 1_013)).as("woken late").isEqualTo(1_013);
  }

  @Test
  void whoIsImpatientReservesNothing() {
    run.calls(0);
    run.pause(1, 1_000, 0);
    CallTurn refused = run.pace.turn(START + 500, /* patienceMicros= */ 499);
    assertThat(refused.isTaken()).isFalse();
    assertThat(refused.atMicros()).isEqualTo(START + 1_000);
    assertThat(refused).hasToString("no turn before " + (START + 1_000));
    run.pace.giveUp(refused);
    CallTurn taken = run.pace.turn(START + 500, /* patienceMicros= */ 500);
    assertThat(taken.isTaken()).isTrue();
    assertThat(taken).hasToString("turn 2 at " + (START + 1_000));
  }

  @Test
  void theLastLeavesItsTurnToTheNextCallAndAnEarlierOneLeavesAHoleButWastesNoBudget() {
    run.calls(0);
    run.left(1, 4, 1_000, 0);
    assertThat(run.calls(0, 0, 0)).isEqualTo("200 400 600");
    run.giveUp(3);
    assertThat(run.calls(0)).as("two are left from 600 on").isEqualTo("734");
    run.giveUp(5);
    run.giveUp(4);
    assertThat(run.calls(0, 0, 0)).as("three are left from 400 on").isEqualTo("550 700 850");
  }

  @Test
  void whoWasMovedLeavesAHole() {
    run.calls(0);
    run.pause(1, 100, 0);
    run.calls(1, 1);
    run.pause(1, 500, 50);
    assertThat(run.due(3, 110)).isEqualTo(510);
    run.giveUp(3);
    assertThat(run.calls(120)).isEqualTo("520");
  }

  @Test
  void aRefusalWithoutAHintBacksOffFurtherEachTime() {
    PaceRun steady = new PaceRun(10, new BackoffDelay(1_000, 5_000, new Highest()));
    steady.calls(0, 0);
    steady.refused(1, 50);
    steady.refused(2, 60);
    assertThat(steady.calls(70)).as("the second was out already").isEqualTo("1050");
    steady.refused(3, 1_100);
    assertThat(steady.calls(1_100)).isEqualTo("3100");
    steady.refused(4, 3_200);
    assertThat(steady.calls(3_200)).isEqualTo("7200");
    steady.refused(5, 7_200);
    assertThat(steady.calls(7_200)).as("the cap").isEqualTo("12200");
    steady.left(2, 9, 8_000, 7_300);
    steady.refused(6, 12_300);
    assertThat(steady.calls(12_300)).as("an old success says nothing").isEqualTo("17300");
    steady.left(7, 9, 17_301, 17_300);
    steady.calls(17_400);
    steady.refused(8, 17_500);
    assertThat(steady.calls(17_500)).as("from the start").isEqualTo("18500");
  }

  @Test
  void aRefusalThatSaysWhenIsTakenAtItsWord() {
    PaceRun steady = new PaceRun(10, new BackoffDelay(CAP, CAP, new Highest()));
    steady.calls(0);
    steady.pause(1, 20, 5);
    assertThat(steady.calls(6)).isEqualTo("20");
    LearnedLimits spent =
        new LearnedLimits(
            true, LearnedLimits.NO_PAUSE, List.of(PaceRun.budget(0, 90)), "Retry-After");
    steady.learn(2, spent, 30);
    assertThat(steady.calls(31)).isEqualTo("90");
  }

  @Test
  void impossibleNumbersAreTurnedDown() {
    BackoffDelay backoff = new BackoffDelay(1, 1, new Random(1));
    assertThatThrownBy(() -> new LearnedPace(-1, 5, backoff))
        .hasMessage("interval >= 0 and cap > 0 must hold, was -1 and 5");
    assertThatThrownBy(() -> new LearnedPace(1, 0, backoff)).hasMessageContaining("1 and 0");
  }
}
