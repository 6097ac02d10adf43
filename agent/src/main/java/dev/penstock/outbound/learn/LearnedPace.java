package dev.penstock.outbound.learn;

import dev.penstock.outbound.learn.AnnouncedBudget.Unit;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The pace at which one server may be called, as far as its answers have taught it. It only ever
 * delays: what the rules permit is decided elsewhere.
 */
public final class LearnedPace {
  /*
   * A turn is a number and a time. Numbers say how many calls there were since an answer, so that
   * budgets need no count of calls in flight (see Ceilings). That holds only if calls start in the
   * order of their numbers, and threads that were woken together do not; so whoever starts takes
   * the lowest number of those that wait. Times are handed out in the order of arrival.
   *
   * A pause that is learned while calls wait for their turns moves all of these by as much as the
   * first of them has to be moved, and so they stay in order and as far apart as they were; a budget
   * of which nothing is left is such a pause. They hear of it when they ask again, which each has to
   * do when its turn has come: `moved` is the sum of all moves, and a turn knows what it was when it
   * was taken. If a budget is too small for all who wait, those beyond it go to the end, after its
   * reset.
   *
   * A clock that is set back would make everybody wait for as long as it was set back. Threads that
   * are held up also bring times that are past, but not by a minute; so from there on it is taken
   * for the clock, and everything is moved back with it.
   */
  private static final long CLOCK_STEP_MICROS = 60_000_000;

  private final long intervalMicros;
  private final long capMicros;
  private final @Nullable BackoffDelay backoff;

  private final TurnCeilings ceilings = new TurnCeilings();
  private final EstimatedPace guess = new EstimatedPace();
  private long taken;
  private long lastMicros = TurnCeilings.NEVER;
  private long pauseUntilMicros;
  private long moved;

  /** The times of the turns to come, less what had been moved when they were taken. */
  private final ArrayDeque<Long> waiting = new ArrayDeque<>();

  /** The numbers of the calls that have not started, in order. */
  private final ArrayDeque<Long> numbers = new ArrayDeque<>();

  private long seenMicros;
  private int refusals;
  private long refusedMicros;

  /**
   * @param intervalMicros how far apart those calls start that have waited for the same thing
   * @param capMicros the longest that a server is believed
   * @param backoff for refusals that do not say when to come back; null if they teach nothing
   */
  public LearnedPace(long intervalMicros, long capMicros, @Nullable BackoffDelay backoff) {
    if (intervalMicros < 0 || capMicros <= 0) {
      throw new IllegalArgumentException(
          "interval >= 0 and cap > 0 must hold, was " + intervalMicros + " and " + capMicros);
    }
    this.intervalMicros = Math.min(intervalMicros, capMicros);
    this.capMicros = capMicros;
    this.backoff = backoff;
  }

  /** Takes the next turn: now, if nothing is in force; none, if it would be too long to wait. */
  public CallTurn turn(long nowMicros, long patienceMicros) {
    return turn(nowMicros, /* earliestMicros= */ nowMicros, patienceMicros);
  }

  /** The same for a call that cannot start before a time, for reasons of its own. */
  public synchronized CallTurn turn(long nowMicros, long earliestMicros, long patienceMicros) {
    heed(nowMicros);
    long at = next(nowMicros, earliestMicros, patienceMicros);
    if (at - nowMicros > patienceMicros) {
      return CallTurn.notTaken(at);
    }
    taken++;
    boolean starts = at <= nowMicros;
    if (!starts) {
      numbers.addLast(taken);
    }
    CallTurn turn = new CallTurn(taken, at, lastMicros, moved, starts);
    plan(at);
    return turn;
  }

  /**
   * A call that has waited asks again: the same turn, or a later one if something has been learned
   * meanwhile. It may start if that is not in the future.
   */
  public synchronized CallTurn due(CallTurn turn, long nowMicros) {
    heed(nowMicros);
    long planned = Math.max(turn.atMicros() + moved - turn.moved(), pauseUntilMicros);
    long from = Math.max(planned, nowMicros);
    Long lowest = turn.hasStarted() ? null : numbers.peekFirst();
    long number = lowest == null ? turn.number() : lowest;
    long at = ceilings.allowed(number, from);
    if (at > from && lastMicros >= at) {
      at = lastMicros + intervalMicros;
    }
    if (at <= nowMicros && ceilings.isEmpty()) {
      at = Math.max(at, guess.apart(number, nowMicros));
    }
    boolean starts = !turn.hasStarted() && at <= nowMicros;
    if (starts) {
      numbers.pollFirst();
    }
    if (at == turn.atMicros() && !starts) {
      return turn;
    }
    plan(at);
    // The turn before it may have been moved otherwise; so this one will leave a hole, too.
    return new CallTurn(
        starts ? number : turn.number(), at, at, moved, starts || turn.hasStarted());
  }

  /**
   * A call will not take place: the last leaves its turn to the next call, an earlier one leaves a
   * hole. At most once for each turn.
   */
  public synchronized void giveUp(CallTurn turn) {
    if (!turn.isTaken()) {
      return;
    }
    Long last = turn.hasStarted() ? Long.valueOf(turn.number()) : numbers.pollLast();
    if (last == null || last != taken) {
      return;
    }
    taken--;
    if (turn.atMicros() == lastMicros) {
      lastMicros = turn.previousMicros();
      waiting.pollLast();
    }
  }

  /** Heeds the answer to the call that had this turn. */
  public synchronized void learn(CallTurn turn, LearnedLimits learned, long nowMicros) {
    heed(nowMicros);
    if (learned.pauseUntilMicros() != LearnedLimits.NO_PAUSE) {
      pause(learned.pauseUntilMicros(), nowMicros);
    }
    for (AnnouncedBudget budget : learned.budgets()) {
      if (budget.isSpent()) {
        pause(budget.resetMicros(), nowMicros);
      } else if (budget.unit() == Unit.CALLS && budget.resetMicros() - nowMicros <= capMicros) {
        ceilings.add(turn.number() + budget.remaining(), budget.resetMicros());
      }
    }
    // Calls that were out already when the last refusal came say nothing new.
    if (turn.atMicros() >= refusedMicros) {
      refusals = learned.refused() ? refusals : 0;
      backOff(learned, nowMicros);
    }
    if (!learned.refused()) {
      guess.granted(turn.atMicros());
    } else if (pauseUntilMicros > nowMicros) {
      guess.refused(turn.atMicros(), pauseUntilMicros);
    }
  }

  private void backOff(LearnedLimits learned, long nowMicros) {
    if (backoff != null && learned.refused() && !learned.sayWhen()) {
      refusals = Math.min(refusals + 1, Long.SIZE);
      refusedMicros = nowMicros;
      pause(nowMicros + backoff.pauseMicros(refusals), nowMicros);
    }
  }

  /**
   * Turns are spread over the time that a budget has to last, but not beyond anybody's patience: a
   * call that the budget allows is not refused for the sake of even spacing.
   */
  private long next(long nowMicros, long earliestMicros, long patienceMicros) {
    long from = Math.max(Math.max(nowMicros, earliestMicros), pauseUntilMicros);
    if (isAnybodyWaiting()) {
      from = Math.max(from, lastMicros + intervalMicros);
    }
    if (guess.intervalMicros() > 0 && lastMicros >= pauseUntilMicros && ceilings.isEmpty()) {
      from = Math.max(from, lastMicros + guess.intervalMicros());
    }
    long allowed = ceilings.allowed(taken + 1, from);
    long spread = ceilings.spread(taken + 1, from, lastMicros);
    return Math.max(allowed, nowMicros + Math.min(spread - nowMicros, patienceMicros));
  }

  /** No call before that, as another who calls the same host has learned. */
  synchronized void pauseUntil(long untilMicros, long nowMicros) {
    heed(nowMicros);
    pause(untilMicros, nowMicros);
  }

  /** True if it would delay nobody, and would not if it were forgotten. */
  synchronized boolean isIdle(long nowMicros) {
    heed(nowMicros);
    return !isAnybodyWaiting()
        && pauseUntilMicros <= nowMicros
        && ceilings.isEmpty()
        && refusedMicros <= nowMicros - capMicros;
  }

  private void pause(long untilMicros, long nowMicros) {
    long until = Math.min(untilMicros, nowMicros + capMicros);
    long before = Math.max(nowMicros, pauseUntilMicros);
    if (until <= before) {
      return;
    }
    pauseUntilMicros = until;
    Long first = waiting.peekFirst();
    if (first != null && first + moved < until) {
      long longer = until - first - moved;
      moved += longer;
      lastMicros += longer;
    }
  }

  private void plan(long atMicros) {
    if (atMicros >= lastMicros) {
      lastMicros = atMicros;
      waiting.addLast(atMicros - moved);
    }
  }

  /** Threads may bring times that are a little past; nobody waits for what another has seen. */
  private boolean isAnybodyWaiting() {
    return lastMicros > seenMicros;
  }

  private void heed(long nowMicros) {
    if (nowMicros < seenMicros - CLOCK_STEP_MICROS) {
      setBack(nowMicros - seenMicros);
      seenMicros = nowMicros;
    }
    seenMicros = Math.max(seenMicros, nowMicros);
    while (!waiting.isEmpty() && waiting.peekFirst() + moved <= seenMicros) {
      waiting.removeFirst();
    }
    ceilings.forget(nowMicros);
  }

  private void setBack(long micros) {
    moved += micros;
    lastMicros += lastMicros == TurnCeilings.NEVER ? 0 : micros;
    pauseUntilMicros += micros;
    refusedMicros += micros;
    ceilings.move(micros);
    guess.move(micros);
  }
}
