package dev.penstock.outbound.learn;

import static dev.penstock.outbound.learn.PaceRun.CAP;
import static dev.penstock.outbound.learn.PaceRun.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.outbound.HighestRandom;
import dev.penstock.outbound.learn.AnnouncedBudget.Unit;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Turns of calls after responses of all kinds. Times are in microseconds. */
class LearnedPaceTest {
  private final PaceRun run = new PaceRun(/* interval= */ 10);

  @Test
  void withoutResponsesNoCallIsDelayed() {
    assertThat(run.calls(0, 0, 0, 5, 5, 4)).isEqualTo("0 0 0 5 5 4");
  }

  @Test
  void theRemainingCallsAreSpreadEvenlyUntilTheReset() {
    run.calls(0);
    run.budget(1, 4, 1_000, 0);
    assertThat(run.calls(0, 0, 0, 0)).isEqualTo("200 400 600 800");
    assertThat(run.calls(0, 0)).as("calls beyond the budget").isEqualTo("1000 1010");
  }

  @Test
  void theFirstCallStartsAtOnceIfThePreviousWasLongAgo() {
    run.calls(0);
    run.budget(1, 4, 1_000, 500);
    assertThat(run.calls(600, 600, 600, 600)).isEqualTo("600 700 800 900");
  }

  @Test
  void aCallLaterThanItsTurnShortensTheDistanceOfTheRest() {
    run.calls(0);
    run.budget(1, 4, 1_000, 0);
    assertThat(run.calls(700, 700, 700, 700)).isEqualTo("700 775 850 925");
  }

  @Test
  void aBudgetHasNoEffectAfterItsReset() {
    run.calls(0);
    run.budget(1, 1, 1_000, 0);
    assertThat(run.calls(999)).isEqualTo("999");
    assertThat(run.calls(1_000, 1_000, 1_000)).isEqualTo("1000 1000 1000");
  }

  @Test
  void callsBeyondASpentBudgetWaitForTheResetAndStartApart() {
    run.calls(0);
    run.budget(1, 0, 1_000, 0);
    assertThat(run.calls(1, 500, 999)).isEqualTo("1000 1010 1020");
    assertThat(run.calls(1_000, 1_015)).as("after the calls that waited").isEqualTo("1030 1040");
    assertThat(run.calls(1_041)).isEqualTo("1041");
  }

  @Test
  void callsThatWereSentBeforeTheResponseReduceTheBudget() {
    run.calls(0, 0, 0, 0);
    run.budget(1, 4, 1_000, 100);
    assertThat(run.calls(100, 100)).as("three of the four are in flight").isEqualTo("500 1000");
  }

  @Test
  void theLowestBudgetOfAWindowWinsInAnyOrder() {
    run.calls(0, 0, 0);
    run.budget(3, 7, 1_000, 10);
    run.budget(1, 9, 1_000, 20);
    run.budget(2, 2, 1_000, 30);
    run.budget(3, 7, 1_000, 40);
    assertThat(run.calls(500, 500)).as("one call remains").isEqualTo("500 1000");
  }

  @Test
  void aBudgetOfTheNextWindowDoesNotEndThisOne() {
    run.calls(0);
    run.budget(1, 1, 1_000, 0);
    run.budget(1, 99, 2_000, 0);
    assertThat(run.calls(900, 900)).isEqualTo("900 1000");
    assertThat(run.calls(1_500, 1_500)).isEqualTo("1500 1506");
  }

  @Test
  void theStrictestOfSeveralPoliciesApplies() {
    run.calls(0);
    List<AnnouncedBudget> budgets =
        List.of(PaceRun.budgetOf(99, 1_000), PaceRun.budgetOf(3, 4_000));
    run.apply(1, new LearnedLimits(false, LearnedLimits.NO_PAUSE, budgets, null), 0);
    assertThat(run.calls(0, 0, 0, 0)).isEqualTo("1000 2000 3000 4000");
  }

  @Test
  void tokensDelayCallsOnlyWhenNoneRemain() {
    run.calls(0);
    learnTokens(1);
    assertThat(run.calls(0, 0, 0)).isEqualTo("0 0 0");
    learnTokens(0);
    assertThat(run.calls(0, 0)).isEqualTo("500 510");
  }

  private void learnTokens(long left) {
    AnnouncedBudget tokens =
        new AnnouncedBudget("tokens", Unit.OTHER, left, START + 500, 9, AnnouncedBudget.UNKNOWN);
    run.apply(1, new LearnedLimits(false, LearnedLimits.NO_PAUSE, List.of(tokens), null), 0);
  }

  @Test
  void aPauseIsExactToTheMicrosecond() {
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
    run.budget(1, 1, 50 * CAP, 7);
    assertThat(run.calls(CAP + 8, CAP + 8)).isEqualTo((CAP + 8) + " " + (CAP + 8));
  }

  @Test
  void aPauseShiftsWaitingCallsAndKeepsTheirOrder() {
    run.calls(0);
    run.budget(1, 4, 1_000, 0);
    assertThat(run.calls(0, 0, 0)).isEqualTo("200 400 600");
    run.pause(1, 5_000, 100);
    assertThat(run.due(2, 200)).isEqualTo(5_000);
    assertThat(run.due(3, 400)).isEqualTo(5_200);
    assertThat(run.calls(450)).isEqualTo("5410");
    assertThat(run.due(4, 600)).isEqualTo(5_400);
    assertThat(run.due(2, 5_000)).isEqualTo(5_000);
  }

  @Test
  void aPauseDoesNotShiftLaterTurns() {
    run.calls(0);
    run.budget(1, 1, 1_000, 0);
    assertThat(run.calls(0, 0)).isEqualTo("500 1000");
    run.budget(2, 0, 1_000, 600);
    assertThat(run.calls(700)).isEqualTo("1010");
    assertThat(run.due(3, 1_000)).isEqualTo(1_000);
  }

  @Test
  void theCallThatWakesFirstUsesTheFirstTurn() {
    PaceRun together = new PaceRun(/* interval= */ 0);
    together.calls(0);
    together.pause(1, 100, 0);
    assertThat(together.calls(1, 1, 1)).isEqualTo("100 100 100");
    assertThat(together.due(4, 100)).isEqualTo(100);
    together.budget(4, 1, 1_000, 101);
    assertThat(together.due(3, 101)).isEqualTo(101);
    assertThat(together.due(2, 101)).isEqualTo(1_000);
  }

  @Test
  void aWaitingCallBeyondALowerBudgetMovesToTheEndAfterItsReset() {
    run.calls(0);
    run.pause(1, 100, 0);
    assertThat(run.calls(1, 1, 1)).isEqualTo("100 110 120");
    run.budget(1, 1, 1_000, 50);
    assertThat(run.due(2, 100)).isEqualTo(100);
    assertThat(run.due(3, 110)).isEqualTo(1_000);
    assertThat(run.due(4, 120)).isEqualTo(1_010);
    assertThat(run.calls(130)).isEqualTo("1020");
    assertThat(run.due(3, 1_000)).isEqualTo(1_000);
    assertThat(run.due(4, 1_013)).as("a call that wakes late").isEqualTo(1_013);
  }

  @Test
  void aCallThatCannotWaitReservesNoTurn() {
    run.calls(0);
    run.pause(1, 1_000, 0);
    CallTurn none = run.pace.reserve(START + 500, START + 500, /* maxWaitMicros= */ 499);
    assertThat(none.isReserved()).isFalse();
    assertThat(none.startMicros()).isEqualTo(START + 1_000);
    assertThat(none).hasToString("no turn before " + (START + 1_000));
    run.pace.cancel(none);
    CallTurn reserved = run.pace.reserve(START + 500, START + 500, /* maxWaitMicros= */ 500);
    assertThat(reserved.isReserved()).isTrue();
    assertThat(reserved).hasToString("turn 2 at " + (START + 1_000));
  }

  @Test
  void aCancelledLastTurnIsReusedAndAnEarlierOneLeavesAGapButCostsNoBudget() {
    run.calls(0);
    run.budget(1, 4, 1_000, 0);
    assertThat(run.calls(0, 0, 0)).isEqualTo("200 400 600");
    run.cancel(3);
    assertThat(run.calls(0)).as("two remain from 600 on").isEqualTo("734");
    run.cancel(5);
    run.cancel(4);
    assertThat(run.calls(0, 0, 0)).as("three remain from 400 on").isEqualTo("550 700 850");
  }

  @Test
  void aShiftedCallThatIsCancelledLeavesAGap() {
    run.calls(0);
    run.pause(1, 100, 0);
    run.calls(1, 1);
    run.pause(1, 500, 50);
    assertThat(run.due(3, 110)).isEqualTo(510);
    run.cancel(3);
    assertThat(run.calls(120)).isEqualTo("520");
  }

  @Test
  void eachRejectionWithoutARetryTimeBacksOffFurther() {
    PaceRun steady = new PaceRun(10, new BackoffDelay(1_000, 5_000, new HighestRandom()));
    steady.calls(0, 0);
    steady.rejected(1, 50);
    steady.rejected(2, 60);
    assertThat(steady.calls(70)).as("the second was in flight already").isEqualTo("1050");
    steady.rejected(3, 1_100);
    assertThat(steady.calls(1_100)).isEqualTo("3100");
    steady.rejected(4, 3_200);
    assertThat(steady.calls(3_200)).isEqualTo("7200");
    steady.rejected(5, 7_200);
    assertThat(steady.calls(7_200)).as("the cap").isEqualTo("12200");
    steady.budget(2, 9, 8_000, 7_300);
    steady.rejected(6, 12_300);
    assertThat(steady.calls(12_300)).as("an old success has no effect").isEqualTo("17300");
    steady.budget(7, 9, 17_301, 17_300);
    steady.calls(17_400);
    steady.rejected(8, 17_500);
    assertThat(steady.calls(17_500)).as("back to the base").isEqualTo("18500");
  }

  @Test
  void aRejectionWithARetryTimeDoesNotBackOff() {
    PaceRun steady = new PaceRun(10, new BackoffDelay(CAP, CAP, new HighestRandom()));
    steady.calls(0);
    steady.pause(1, 20, 5);
    assertThat(steady.calls(6)).isEqualTo("20");
    LearnedLimits spent =
        new LearnedLimits(
            true, LearnedLimits.NO_PAUSE, List.of(PaceRun.budgetOf(0, 90)), "Retry-After");
    steady.apply(2, spent, 30);
    assertThat(steady.calls(31)).isEqualTo("90");
  }

  @Test
  void invalidNumbersAreRejected() {
    BackoffDelay backoff = new BackoffDelay(1, 1, new Random(1));
    assertThatThrownBy(() -> new LearnedPace(-1, 5, backoff))
        .hasMessage("interval >= 0 and cap > 0 must hold, was -1 and 5");
    assertThatThrownBy(() -> new LearnedPace(1, 0, backoff)).hasMessageContaining("1 and 0");
  }
}
