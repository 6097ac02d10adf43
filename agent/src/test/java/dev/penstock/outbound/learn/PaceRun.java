package dev.penstock.outbound.learn;

import dev.penstock.outbound.learn.AnnouncedBudget.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.StringJoiner;

/** Plays calls and responses against a learned pace, with times that start at 0. */
public final class PaceRun {
  static final long START = 1_800_000_000_000_000L;
  public static final long CAP = 600_000_000;
  static final long FOREVER = Long.MAX_VALUE;

  final LearnedPace pace;
  final List<CallTurn> turns = new ArrayList<>();

  public PaceRun(long interval) {
    this(interval, new BackoffDelay(1_000, CAP, new Random(1)));
  }

  public PaceRun(long interval, BackoffDelay backoff) {
    pace = new LearnedPace(interval, CAP, backoff);
  }

  /** Makes calls that arrive at these times; returns the times of their turns. */
  public String calls(long... times) {
    StringJoiner starts = new StringJoiner(" ");
    for (long now : times) {
      CallTurn turn = pace.reserve(START + now, START + now, FOREVER);
      turns.add(turn);
      starts.add(Long.toString(turn.startMicros() - START));
    }
    return starts.toString();
  }

  /** Returns the turn of a waiting call at this time; the first call has number 1. */
  public long due(int number, long now) {
    CallTurn turn = pace.due(turns.get(number - 1), START + now);
    turns.set(number - 1, turn);
    return turn.startMicros() - START;
  }

  void cancel(int number) {
    pace.cancel(turns.get(number - 1));
  }

  public void budget(int number, long remaining, long reset, long now) {
    apply(
        number,
        new LearnedLimits(false, LearnedLimits.NO_PAUSE, List.of(budgetOf(remaining, reset)), null),
        now);
  }

  public void pause(int number, long until, long now) {
    apply(number, new LearnedLimits(true, START + until, List.of(), null), now);
  }

  /** Applies a pause that another rule for the same host has learned. */
  void pauseByAnotherRule(long until, long now) {
    pace.pauseUntil(START + until, START + now);
  }

  void rejected(int number, long now) {
    apply(number, new LearnedLimits(true, LearnedLimits.NO_PAUSE, List.of(), null), now);
  }

  void apply(int number, LearnedLimits learned, long now) {
    pace.apply(turns.get(number - 1), learned, START + now);
  }

  static AnnouncedBudget budgetOf(long remaining, long reset) {
    return new AnnouncedBudget(
        "api",
        Unit.CALLS,
        remaining,
        START + reset,
        AnnouncedBudget.UNKNOWN,
        AnnouncedBudget.UNKNOWN);
  }
}
