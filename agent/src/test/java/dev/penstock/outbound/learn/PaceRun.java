package dev.penstock.outbound.learn;

import dev.penstock.outbound.learn.AnnouncedBudget.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.StringJoiner;

/** A pace that is played with times that start at 0. */
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

  /** Calls that arrive at these times; answers when their turns are. */
  public String calls(long... times) {
    StringJoiner starts = new StringJoiner(" ");
    for (long now : times) {
      CallTurn turn = pace.turn(START + now, FOREVER);
      turns.add(turn);
      starts.add(Long.toString(turn.atMicros() - START));
    }
    return starts.toString();
  }

  /** When a call that has waited may start, if it asks at this time; the first is 1. */
  public long due(int number, long now) {
    CallTurn turn = pace.due(turns.get(number - 1), START + now);
    turns.set(number - 1, turn);
    return turn.atMicros() - START;
  }

  void giveUp(int number) {
    pace.giveUp(turns.get(number - 1));
  }

  public void left(int number, long remaining, long reset, long now) {
    learn(
        number,
        new LearnedLimits(false, LearnedLimits.NO_PAUSE, List.of(budget(remaining, reset)), null),
        now);
  }

  public void pause(int number, long until, long now) {
    learn(number, new LearnedLimits(true, START + until, List.of(), null), now);
  }

  /** Another rule that calls the same host has learned of a pause. */
  void pausedElsewhere(long until, long now) {
    pace.pauseUntil(START + until, START + now);
  }

  void refused(int number, long now) {
    learn(number, new LearnedLimits(true, LearnedLimits.NO_PAUSE, List.of(), null), now);
  }

  void learn(int number, LearnedLimits learned, long now) {
    pace.learn(turns.get(number - 1), learned, START + now);
  }

  static AnnouncedBudget budget(long remaining, long reset) {
    return new AnnouncedBudget(
        "api",
        Unit.CALLS,
        remaining,
        START + reset,
        AnnouncedBudget.UNKNOWN,
        AnnouncedBudget.UNKNOWN);
  }
}
