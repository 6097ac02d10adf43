package dev.penstock.outbound;

import static dev.penstock.outbound.learn.PaceRun.CAP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.outbound.learn.PaceRun;
import org.junit.jupiter.api.Test;

/** Turns after a step of the clock, and for delayed threads with times in the past. */
class PaceClockTest {
  private final PaceRun run = new PaceRun(/* interval= */ 10);

  @Test
  void aClockThatIsSetBackDoesNotDelayCalls() {
    long hour = 3_600_000_000L;
    run.calls(hour);
    run.pause(1, hour + 1_000, hour);
    assertThat(run.calls(hour)).isEqualTo("" + (hour + 1_000));
    assertThat(run.calls(400)).as("shifted with the clock").isEqualTo("1410");
    assertThat(run.due(2, 500)).isEqualTo(1_400);
    run.budget(3, 1, 5_000, 2_000);
    assertThat(run.calls(2_000, 2_000)).isEqualTo("3205 5000");
    assertThat(run.calls(-hour)).isEqualTo("" + (5_010 - 2_000 - hour));
  }

  @Test
  void aDelayedThreadDoesNotCountAsAStepOfTheClock() {
    run.calls(60_000_000);
    run.pause(1, 60_000_100, 60_000_000);
    assertThat(run.calls(0, 60_000_000)).isEqualTo("60000100 60000110");
  }

  @Test
  void aDelayedThreadDelaysNoOtherCallWhenAPauseBegins() {
    run.calls(5);
    run.pause(1, 100, 4);
    assertThat(run.calls(6)).isEqualTo("100");
  }

  @Test
  void theTurnOfADelayedThreadDoesNotReplaceTheLastTurn() {
    run.calls(500, 100);
    run.budget(2, 1, 1_000, 500);
    assertThat(run.calls(500)).isEqualTo("750");
  }

  @Test
  void aSmallStepBackKeepsThePauseAndDelaysNoOtherCall() {
    run.calls(30_000_000);
    assertThat(run.calls(0, 1)).isEqualTo("0 1");
    run.pause(3, 100, 1);
    assertThat(run.calls(2, 100)).isEqualTo("100 100");
  }

  @Test
  void aClockThatIsSetForwardEndsPausesAndBudgets() {
    run.calls(0);
    run.pause(1, 1_000, 0);
    run.budget(1, 1, 1_000, 0);
    assertThat(run.calls(CAP * 10, CAP * 10)).isEqualTo(CAP * 10 + " " + CAP * 10);
  }
}
