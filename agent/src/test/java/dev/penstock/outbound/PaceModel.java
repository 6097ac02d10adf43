package dev.penstock.outbound;

import java.util.ArrayList;
import java.util.List;

/**
 * The pace from its definition: forgets no answer, counts the calls since each, and moves every
 * single turn that waits.
 */
public final class PaceModel {
  /** What was left after this many turns, and until when. */
  private record Left(int answered, long remaining, long reset) {}

  private final long interval;
  private final List<Left> lessons = new ArrayList<>();
  private final List<Long> turns = new ArrayList<>();
  private long pauseUntil;

  public PaceModel(long interval) {
    this.interval = interval;
  }

  public long turn(long now) {
    long last = turns.isEmpty() ? now : turns.get(turns.size() - 1);
    long earliest = Math.max(now, pauseUntil);
    earliest = last > now ? Math.max(earliest, last + interval) : earliest;
    long at = earliest;
    for (Left lesson : lessons) {
      long left = lesson.remaining - (turns.size() - lesson.answered);
      if (lesson.reset > earliest) {
        // The calls that are left make one more gap than they are, the last one to the reset.
        double gap = (lesson.reset - last) / (left + 1.0);
        at = Math.max(at, left <= 0 ? lesson.reset : last + (long) Math.ceil(gap));
      }
    }
    turns.add(at);
    return at;
  }

  public void left(int answered, long remaining, long reset, long now) {
    if (remaining == 0) {
      pause(reset, now);
    } else {
      lessons.add(new Left(answered, remaining, reset));
    }
  }

  public void pause(long until, long now) {
    if (until <= Math.max(now, pauseUntil)) {
      return;
    }
    pauseUntil = until;
    long first = turns.stream().filter(at -> at > now).min(Long::compare).orElse(until);
    long longer = Math.max(0, until - first);
    turns.replaceAll(at -> at > now ? at + longer : at);
  }

  /** When the turn of this number is by now, without regard to budgets. */
  public long at(int number) {
    return turns.get(number - 1);
  }
}
