package dev.penstock.shadow.report;

import dev.penstock.shadow.AgreementCounts;
import dev.penstock.shadow.MinuteCounts;
import java.util.ArrayList;
import java.util.List;

/**
 * The counts over time, in steps of equal length.
 *
 * @param start the first minute, since 1970
 * @param stepMinutes how many minutes a step has
 * @param steps all steps in order, including those without calls or comparison
 */
record Timeline(long start, long stepMinutes, List<Step> steps) {
  private static final long[] USUAL_STEPS = {
    1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1_440, 2_880, 10_080, 20_160, 43_200
  };

  /**
   * One step of a timeline.
   *
   * @param start its first minute, since 1970
   * @param watched in how many of its minutes calls were compared
   * @param counts the calls of the step
   */
  record Step(long start, long watched, AgreementCounts counts) {
    double divergingShare() {
      return counts.total() == 0 ? 0 : (double) counts.diverging() / counts.total();
    }
  }

  /** Combines minutes, oldest first and at least one, into at most this many steps. */
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

  /** The share of diverging calls of each step; {@link Sparkline#GAP} where none was compared. */
  double[] divergingShares() {
    return steps.stream()
        .mapToDouble(step -> step.watched() == 0 ? Sparkline.GAP : step.divergingShare())
        .toArray();
  }

  double highestShare() {
    return steps.stream().mapToDouble(Step::divergingShare).max().orElse(0);
  }

  long mostCalls() {
    return steps.stream().mapToLong(step -> step.counts().total()).max().orElse(0);
  }
}
