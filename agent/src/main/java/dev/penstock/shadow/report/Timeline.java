package dev.penstock.shadow.report;

import dev.penstock.shadow.AgreementCounts;
import dev.penstock.shadow.MinuteCounts;
import java.util.ArrayList;
import java.util.List;

/**
 * What happened when, in steps of the same length.
 *
 * @param start the first minute since 1970
 * @param stepMinutes how many minutes a step has
 * @param steps one after the other, those without calls or watching too
 */
record Timeline(long start, long stepMinutes, List<Step> steps) {
  private static final long[] USUAL_STEPS = {
    1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1_440, 2_880, 10_080, 20_160, 43_200
  };

  /**
   * A step.
   *
   * @param start its first minute
   * @param watched how many of its minutes were watched
   * @param counts what became of the calls in it
   */
  record Step(long start, long watched, AgreementCounts counts) {
    double divergingShare() {
      return counts.total() == 0 ? 0 : (double) counts.diverging() / counts.total();
    }
  }

  /** Puts minutes, oldest first and at least one, together to so many steps at most. */
  static Timeline of(List<MinuteCounts> minutes, int mostSteps) {
    long first = minutes.get(0).minute();
    long last = minutes.get(minutes.size() - 1).minute();
    long step = stepFor(first, last, mostSteps);
    long start = first - Math.floorMod(first, step);
    int count = (int) ((last - start) / step) + 1;
    AgreementCounts[] counts = new AgreementCounts[count];
    long[] watched = new long[count];
    for (MinuteCounts minute : minutes) {
      int index = (int) ((minute.minute() - start) / step);
      counts[index] = counts[index] == null ? minute.counts() : counts[index].plus(minute.counts());
      watched[index]++;
    }
    List<Step> steps = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      steps.add(
          new Step(
              start + i * step, watched[i], counts[i] == null ? AgreementCounts.NONE : counts[i]));
    }
    return new Timeline(start, step, List.copyOf(steps));
  }

  private static long stepFor(long first, long last, int mostSteps) {
    long step = USUAL_STEPS[0];
    for (int i = 0; stepsOf(step, first, last) > mostSteps; i++) {
      step = i < USUAL_STEPS.length ? USUAL_STEPS[i] : 2 * step;
    }
    return step;
  }

  private static long stepsOf(long step, long first, long last) {
    return Math.floorDiv(last, step) - Math.floorDiv(first, step) + 1;
  }

  /** The minute after the last step. */
  long end() {
    return start + stepMinutes * steps.size();
  }

  double highestShare() {
    return steps.stream().mapToDouble(Step::divergingShare).max().orElse(0);
  }

  long mostCalls() {
    return steps.stream().mapToLong(step -> step.counts().total()).max().orElse(0);
  }
}
