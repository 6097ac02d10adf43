package dev.penstock.outbound.learn;

import static dev.penstock.outbound.learn.PaceRun.FOREVER;
import static dev.penstock.outbound.learn.PaceRun.START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.outbound.PaceModel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Compares the learned pace with its model, for random histories. */
class PaceAgainstModelTest {
  private static final int RUNS = 20_000;

  /** The response to the call of this turn. */
  private record BudgetResponse(int turn, long remaining, long reset) {}

  @Test
  void thePaceEqualsTheModel() {
    Random random = new Random(31);
    for (int run = 0; run < RUNS; run++) {
      long interval = random.nextInt(50);
      PaceRun pace = new PaceRun(interval);
      PaceModel model = new PaceModel(interval);
      long now = 0;
      for (int step = 0; step < 40; step++) {
        now += random.nextInt(3) == 0 ? random.nextInt(200) : 0;
        if (step == 0 || random.nextInt(3) > 0) {
          assertThat(pace.calls(now)).isEqualTo(Long.toString(model.turn(now)));
        } else {
          respond(random, pace, model, now);
        }
      }
    }
  }

  private static void respond(Random random, PaceRun pace, PaceModel model, long now) {
    int turn = 1 + random.nextInt(pace.turns.size());
    // Few different resets, so that many responses share a window and no ceilings are merged.
    long reset = (now / 300 + 1 + random.nextInt(4)) * 300;
    if (random.nextInt(6) == 0) {
      pace.pauseByAnotherRule(reset, now);
      model.pause(reset, now);
    } else {
      long remaining = random.nextInt(12);
      pace.budget(turn, remaining, reset, now);
      model.budget(turn, remaining, reset, now);
    }
  }

  @Test
  void theOrderOfResponsesDoesNotMatter() {
    Random random = new Random(32);
    for (int run = 0; run < RUNS; run++) {
      int calls = 1 + random.nextInt(8);
      List<BudgetResponse> responses =
          responses(random, calls, /* most= */ TurnCeilings.MAX_CEILINGS);
      List<BudgetResponse> inOrder = new ArrayList<>(responses);
      inOrder.sort(Comparator.comparingInt(BudgetResponse::turn));
      assertThat(startsAfter(calls, responses)).isEqualTo(startsAfter(calls, inOrder));
      Collections.shuffle(responses, random);
      assertThat(startsAfter(calls, responses)).isEqualTo(startsAfter(calls, inOrder));
    }
  }

  @Test
  void theLowestBudgetOfAWindowHasTheSameEffectAsAllOfThem() {
    Random random = new Random(33);
    for (int run = 0; run < RUNS; run++) {
      List<BudgetResponse> responses =
          responses(random, /* calls= */ 1, 20).stream()
              .map(response -> new BudgetResponse(1, response.remaining, 900))
              .toList();
      BudgetResponse lowest =
          Collections.min(responses, Comparator.comparingLong(BudgetResponse::remaining));
      assertThat(startsAfter(1, responses)).isEqualTo(startsAfter(1, List.of(lowest)));
    }
  }

  @Test
  void noResponseRaisesThePace() {
    Random random = new Random(34);
    for (int run = 0; run < RUNS; run++) {
      int calls = 1 + random.nextInt(8);
      List<BudgetResponse> responses = responses(random, calls, /* most= */ 60);
      List<BudgetResponse> more = new ArrayList<>(responses);
      more.addAll(responses(random, calls, /* most= */ 2));
      long[] starts = starts(calls, responses);
      long[] later = starts(calls, more);
      for (int i = 0; i < starts.length; i++) {
        assertThat(later[i]).as("%s and %s", responses, more).isGreaterThanOrEqualTo(starts[i]);
      }
    }
  }

  @Test
  void waitingCallsAreShiftedAsInTheModel() {
    Random random = new Random(35);
    for (int run = 0; run < RUNS; run++) {
      long interval = 1L + random.nextInt(50);
      PaceRun pace = new PaceRun(interval);
      PaceModel model = new PaceModel(interval);
      pace.calls(0);
      model.turn(0);
      for (int now = 0; now < 400; now += random.nextInt(60)) {
        long until = now + 1L + random.nextInt(200);
        pace.pause(1, until, now);
        model.pause(until, now);
        int waiting = random.nextInt(4);
        for (int i = 0; i < waiting; i++) {
          assertThat(pace.calls(now)).isEqualTo(Long.toString(model.turn(now)));
        }
        int number = 1 + random.nextInt(pace.turns.size());
        if (model.at(number) > now) {
          assertThat(pace.due(number, now)).isEqualTo(model.at(number));
        }
      }
    }
  }

  private static List<BudgetResponse> responses(Random random, int calls, int most) {
    List<BudgetResponse> responses = new ArrayList<>();
    for (int count = 1 + random.nextInt(most); count > 0; count--) {
      long reset = random.nextBoolean() ? 900 : 200 + random.nextInt(2_000);
      responses.add(new BudgetResponse(1 + random.nextInt(calls), random.nextInt(40), reset));
    }
    return responses;
  }

  private static List<Long> startsAfter(int calls, List<BudgetResponse> responses) {
    List<Long> starts = new ArrayList<>();
    for (long start : starts(calls, responses)) {
      starts.add(start);
    }
    return starts;
  }

  /** Makes calls, plays their responses, and returns the turns of fifty more calls. */
  private static long[] starts(int calls, List<BudgetResponse> responses) {
    PaceRun run = new PaceRun(/* interval= */ 7);
    run.calls(new long[calls]);
    for (BudgetResponse response : responses) {
      run.budget(response.turn, response.remaining, response.reset, 100);
    }
    long[] starts = new long[50];
    for (int i = 0; i < starts.length; i++) {
      long now = 100 + (i / 5) * 90L;
      starts[i] = run.pace.reserve(START + now, START + now, FOREVER).startMicros() - START;
    }
    return starts;
  }
}
