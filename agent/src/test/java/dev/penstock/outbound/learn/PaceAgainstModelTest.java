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

/** Random histories, played to a pace and to others that have to agree with it. */
class PaceAgainstModelTest {
  private static final int RUNS = 20_000;

  /** The answer to the call of this turn. */
  private record Answer(int turn, long remaining, long reset) {}

  @Test
  void thePaceIsThatOfAModelThatForgetsNothing() {
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
          teach(random, pace, model, now);
        }
      }
    }
  }

  private static void teach(Random random, PaceRun pace, PaceModel model, long now) {
    int turn = 1 + random.nextInt(pace.turns.size());
    // A few resets only: many answers are of the same window, and no ceilings are joined.
    long reset = (now / 300 + 1 + random.nextInt(4)) * 300;
    if (random.nextInt(6) == 0) {
      pace.pausedElsewhere(reset, now);
      model.pause(reset, now);
    } else {
      long remaining = random.nextInt(12);
      pace.left(turn, remaining, reset, now);
      model.left(turn, remaining, reset, now);
    }
  }

  @Test
  void theOrderInWhichAnswersArriveDoesNotMatter() {
    Random random = new Random(32);
    for (int run = 0; run < RUNS; run++) {
      int calls = 1 + random.nextInt(8);
      List<Answer> answers = answers(random, calls, /* most= */ TurnCeilings.MOST);
      List<Answer> inOrder = new ArrayList<>(answers);
      inOrder.sort(Comparator.comparingInt(Answer::turn));
      assertThat(startsAfter(calls, answers)).isEqualTo(startsAfter(calls, inOrder));
      Collections.shuffle(answers, random);
      assertThat(startsAfter(calls, answers)).isEqualTo(startsAfter(calls, inOrder));
    }
  }

  @Test
  void theLowestOfAWindowAloneTeachesTheSameAsAllOfIt() {
    Random random = new Random(33);
    for (int run = 0; run < RUNS; run++) {
      List<Answer> answers =
          answers(random, /* calls= */ 1, 20).stream()
              .map(answer -> new Answer(1, answer.remaining, 900))
              .toList();
      Answer lowest = Collections.min(answers, Comparator.comparingLong(Answer::remaining));
      assertThat(startsAfter(1, answers)).isEqualTo(startsAfter(1, List.of(lowest)));
    }
  }

  @Test
  void noLessonEverRaisesThePace() {
    Random random = new Random(34);
    for (int run = 0; run < RUNS; run++) {
      int calls = 1 + random.nextInt(8);
      List<Answer> answers = answers(random, calls, /* most= */ 60);
      List<Answer> more = new ArrayList<>(answers);
      more.addAll(answers(random, calls, /* most= */ 2));
      long[] starts = starts(calls, answers);
      long[] later = starts(calls, more);
      for (int i = 0; i < starts.length; i++) {
        assertThat(later[i]).as("%s and %s", answers, more).isGreaterThanOrEqualTo(starts[i]);
      }
    }
  }

  @Test
  void whoWaitsIsMovedAsInTheModel() {
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

  private static List<Answer> answers(Random random, int calls, int most) {
    List<Answer> answers = new ArrayList<>();
    for (int count = 1 + random.nextInt(most); count > 0; count--) {
      long reset = random.nextBoolean() ? 900 : 200 + random.nextInt(2_000);
      answers.add(new Answer(1 + random.nextInt(calls), random.nextInt(40), reset));
    }
    return answers;
  }

  private static List<Long> startsAfter(int calls, List<Answer> answers) {
    List<Long> starts = new ArrayList<>();
    for (long start : starts(calls, answers)) {
      starts.add(start);
    }
    return starts;
  }

  /** Calls are made, all of them are answered, and then come fifty more. */
  private static long[] starts(int calls, List<Answer> answers) {
    PaceRun run = new PaceRun(/* interval= */ 7);
    run.calls(new long[calls]);
    for (Answer answer : answers) {
      run.left(answer.turn, answer.remaining, answer.reset, 100);
    }
    long[] starts = new long[50];
    for (int i = 0; i < starts.length; i++) {
      long now = 100 + (i / 5) * 90L;
      starts[i] = run.pace.turn(START + now, FOREVER).atMicros() - START;
    }
    return starts;
  }
}
