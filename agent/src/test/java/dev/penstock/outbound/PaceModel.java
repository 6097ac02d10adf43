package dev.penstock.outbound;

import java.util.ArrayList;
import java.util.List;

/**
 * A model of the learned pace, from its definition. It keeps all responses, counts the calls since
 * each response, and shifts each waiting turn.
 */
public final class PaceModel {
  /** A budget that was announced after this many turns. */
  private record KnownBudget(int turn, long remaining, long reset) {}

  private final long interval;
  private final List<KnownBudget> budgets = new ArrayList<>();
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
    for (KnownBudget budget : budgets) {
      long left = budget.remaining - (turns.size() - budget.turn);
      if (budget.reset > earliest) {
        // There is one more gap than remaining calls: the last gap ends at the reset.
        double gap = (budget.reset - last) / (left + 1.0);
        at = Math.max(at, left <= 0 ? budget.reset : last + (long) Math.ceil(gap));
      }
    }
    turns.add(at);
    return at;
  }

  public void budget(int turn, long remaining, long reset, long now) {
    if (remaining == 0) {
      pause(reset, now);
    } else {
      budgets.add(new KnownBudget(turn, remaining, reset));
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

  /** The current time of the turn with this number, regardless of budgets. */
  public long at(int number) {
    return turns.get(number - 1);
  }
}
