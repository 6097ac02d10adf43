package dev.penstock.pace;

import dev.penstock.pace.Budget.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.StringJoiner;

/** A pace that is played with times that start at 0. */
final class PaceRun {
  static final long START = 1_800_000_000_000_000L;
  static final long CAP = 600_000_000;
  static final long FOREVER = Long.MAX_VALUE;

  final Pace pace;
  final List<Turn> turns = new ArrayList<>();

  PaceRun(long interval) {
    this(interval, new Backoff(1_000, CAP, new Random(1)));
  }

  PaceRun(long interval, Backoff backoff) {
    pace = new Pace(interval, CAP, backoff);
  }

  /** Calls that arrive at these times; answers when their turns are. */
  String calls(long... times) {
    StringJoiner starts = new StringJoiner(" ");
    for (long now : times) {
      Turn turn = pace.turn(START + now, FOREVER);
      turns.add(turn);
      starts.add(Long.toString(turn.atMicros() - START));
    }
    return starts.toString();
  }

  /** When a call that has waited may start, if it asks at this time; the first is 1. */
  long due(int number, long now) {
    Turn turn = pace.due(turns.get(number - 1), START + now);
    turns.set(number - 1, turn);
    return turn.atMicros() - START;
  }

  void giveUp(int number) {
    pace.giveUp(turns.get(number - 1));
  }

  void left(int number, long remaining, long reset, long now) {
    learn(
        number, new Lessons(false, Lessons.NO_PAUSE, List.of(budget(remaining, reset)), null), now);
  }

  void pause(int number, long until, long now) {
    learn(number, new Lessons(true, START + until, List.of(), null), now);
  }

  /** Another rule that calls the same host has learned of a pause. */
  void pausedElsewhere(long until, long now) {
    pace.pauseUntil(START + until, START + now);
  }

  void refused(int number, long now) {
    learn(number, new Lessons(true, Lessons.NO_PAUSE, List.of(), null), now);
  }

  void learn(int number, Lessons lessons, long now) {
    pace.learn(turns.get(number - 1), lessons, START + now);
  }

  static Budget budget(long remaining, long reset) {
    return new Budget("api", Unit.CALLS, remaining, START + reset, Budget.UNKNOWN, Budget.UNKNOWN);
  }
}
