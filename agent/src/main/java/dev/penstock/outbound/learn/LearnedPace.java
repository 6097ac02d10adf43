package dev.penstock.outbound.learn;

import dev.penstock.outbound.learn.AnnouncedBudget.Unit;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The pace at which one server accepts calls, as far as its responses announce it. It only delays
 * calls; rules decide separately what is permitted.
 */
public final class LearnedPace {
  /*
   * A turn is a number and a time. The numbers show how many calls were made since a response, so a
   * budget needs no count of calls in flight (see TurnCeilings). This requires that calls start in
   * the order of their numbers. Threads that wake at the same time do not, so a call that starts
   * takes the lowest number of all waiting calls. Times are assigned in the order of arrival.
   *
   * A pause shifts the turns of all waiting calls by as much as the first of them has to be
   * shifted, so they keep their order and distance. A spent budget is such a pause. A waiting call
   * learns its new turn when it checks again at its old one: `shiftMicros` is the sum of all shifts,
   * and a turn records the value at its reservation. If a budget is too small for all waiting
   * calls, the calls beyond it move to the end, after the reset.
   *
   * If the clock were set back, every call would wait for as long as it was set back. A delayed
   * thread also brings a time in the past, but not by a minute. So a step of a minute or more is
   * taken as a new clock, and all times are shifted with it.
   */
  private static final long CLOCK_STEP_MICROS = 60_000_000;

  private final long intervalMicros;
  private final long capMicros;
  private final @Nullable BackoffDelay backoff;

  private final TurnCeilings ceilings = new TurnCeilings();
  private final EstimatedPace estimate = new EstimatedPace();
  private long lastNumber;
  private long lastMicros = TurnCeilings.NEVER;
  private long pauseUntilMicros;
  private long shiftMicros;

  /** The times of future turns, less the shift at their reservation. */
  private final ArrayDeque<Long> waitingTimes = new ArrayDeque<>();

  /** The numbers of the calls that have not started, in order. */
  private final ArrayDeque<Long> waitingNumbers = new ArrayDeque<>();

  private long latestNowMicros;
  private int rejections;
  private long rejectedMicros;

  /**
   * @param intervalMicros the distance between calls that have waited for the same event
   * @param capMicros the longest pause that a server can request
   * @param backoff for rejections without a retry time; null if they have no effect
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

  /**
   * Reserves the next turn; reserves nothing if it is too late for the call.
   *
   * @param earliestMicros the time before which the call cannot start for other reasons
   * @param maxWaitMicros how long the call can wait from now on
   */
  public synchronized CallTurn reserve(long nowMicros, long earliestMicros, long maxWaitMicros) {
    advanceTo(nowMicros);
    long start = nextMicros(nowMicros, earliestMicros, maxWaitMicros);
    if (start - nowMicros > maxWaitMicros) {
      return CallTurn.notReserved(start);
    }
    lastNumber++;
    boolean starts = start <= nowMicros;
    if (!starts) {
      waitingNumbers.addLast(lastNumber);
    }
    CallTurn turn = new CallTurn(lastNumber, start, lastMicros, shiftMicros, starts);
    addTime(start);
    return turn;
  }

  /**
   * Returns the current turn of a waiting call: the same, or a later one if responses have changed
   * the pace. The call may start if its time is not in the future.
   */
  public synchronized CallTurn due(CallTurn turn, long nowMicros) {
    advanceTo(nowMicros);
    long planned =
        Math.max(turn.startMicros() + shiftMicros - turn.shiftMicros(), pauseUntilMicros);
    long from = Math.max(planned, nowMicros);
    Long lowest = turn.hasStarted() ? null : waitingNumbers.peekFirst();
    long number = lowest == null ? turn.number() : lowest;
    long start = ceilings.earliest(number, from);
    if (start > from && lastMicros >= start) {
      start = lastMicros + intervalMicros;
    }
    if (start <= nowMicros && ceilings.isEmpty()) {
      start = Math.max(start, estimate.startMicros(number, nowMicros));
    }
    boolean starts = !turn.hasStarted() && start <= nowMicros;
    if (starts) {
      waitingNumbers.pollFirst();
    }
    if (start == turn.startMicros() && !starts) {
      return turn;
    }
    addTime(start);
    // The turn before may have been shifted differently, so `cancel` cannot restore its time.
    return new CallTurn(
        starts ? number : turn.number(),
        start,
        /* previousMicros= */ start,
        shiftMicros,
        starts || turn.hasStarted());
  }

  /**
   * Cancels a turn, once at most. The next call gets the time of the last turn; an earlier turn
   * leaves a gap.
   */
  public synchronized void cancel(CallTurn turn) {
    if (!turn.isReserved()) {
      return;
    }
    Long last = turn.hasStarted() ? Long.valueOf(turn.number()) : waitingNumbers.pollLast();
    if (last == null || last != lastNumber) {
      return;
    }
    lastNumber--;
    if (turn.startMicros() == lastMicros) {
      lastMicros = turn.previousMicros();
      waitingTimes.pollLast();
    }
  }

  /** Applies what the response to the call of this turn announces. */
  public synchronized void apply(CallTurn turn, LearnedLimits learned, long nowMicros) {
    advanceTo(nowMicros);
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
    // A call that was in flight at the last rejection adds no information.
    if (turn.startMicros() >= rejectedMicros) {
      rejections = learned.rejected() ? rejections : 0;
      backOff(learned, nowMicros);
    }
    if (!learned.rejected()) {
      estimate.admitted(turn.startMicros());
    } else if (pauseUntilMicros > nowMicros) {
      estimate.rejected(turn.startMicros(), pauseUntilMicros);
    }
  }

  private void backOff(LearnedLimits learned, long nowMicros) {
    if (backoff != null && learned.rejected() && !learned.hasRetryTime()) {
      rejections = Math.min(rejections + 1, Long.SIZE);
      rejectedMicros = nowMicros;
      pause(nowMicros + backoff.pauseMicros(rejections), nowMicros);
    }
  }

  /**
   * Returns the time of the next turn. Turns are spread over the rest of a budget's window, but
   * spreading alone never makes a call wait longer than it can: a call that the budget admits is
   * not rejected.
   */
  private long nextMicros(long nowMicros, long earliestMicros, long maxWaitMicros) {
    long from = Math.max(Math.max(nowMicros, earliestMicros), pauseUntilMicros);
    if (hasWaitingCalls()) {
      from = Math.max(from, lastMicros + intervalMicros);
    }
    if (estimate.intervalMicros() > 0 && lastMicros >= pauseUntilMicros && ceilings.isEmpty()) {
      from = Math.max(from, lastMicros + estimate.intervalMicros());
    }
    long allowed = ceilings.earliest(lastNumber + 1, from);
    long spread = ceilings.spread(lastNumber + 1, from, lastMicros);
    return Math.max(allowed, nowMicros + Math.min(spread - nowMicros, maxWaitMicros));
  }

  /** Pauses calls until this time, because another rule for the same host has learned a pause. */
  synchronized void pauseUntil(long untilMicros, long nowMicros) {
    advanceTo(nowMicros);
    pause(untilMicros, nowMicros);
  }

  /** True if this pace delays no call, now or later, unless a new response changes it. */
  synchronized boolean isIdle(long nowMicros) {
    advanceTo(nowMicros);
    return !hasWaitingCalls()
        && pauseUntilMicros <= nowMicros
        && ceilings.isEmpty()
        && rejectedMicros <= nowMicros - capMicros;
  }

  private void pause(long untilMicros, long nowMicros) {
    long until = Math.min(untilMicros, nowMicros + capMicros);
    if (until <= Math.max(nowMicros, pauseUntilMicros)) {
      return;
    }
    pauseUntilMicros = until;
    Long first = waitingTimes.peekFirst();
    if (first != null && first + shiftMicros < until) {
      long shift = until - first - shiftMicros;
      shiftMicros += shift;
      lastMicros += shift;
    }
  }

  private void addTime(long startMicros) {
    if (startMicros >= lastMicros) {
      lastMicros = startMicros;
      waitingTimes.addLast(startMicros - shiftMicros);
    }
  }

  /** Compares with the latest time seen: a delayed thread may bring a time slightly in the past. */
  private boolean hasWaitingCalls() {
    return lastMicros > latestNowMicros;
  }

  private void advanceTo(long nowMicros) {
    if (nowMicros < latestNowMicros - CLOCK_STEP_MICROS) {
      shiftClock(nowMicros - latestNowMicros);
      latestNowMicros = nowMicros;
    }
    latestNowMicros = Math.max(latestNowMicros, nowMicros);
    while (!waitingTimes.isEmpty() && waitingTimes.peekFirst() + shiftMicros <= latestNowMicros) {
      waitingTimes.removeFirst();
    }
    ceilings.removeExpired(nowMicros);
  }

  private void shiftClock(long micros) {
    shiftMicros += micros;
    lastMicros += lastMicros == TurnCeilings.NEVER ? 0 : micros;
    pauseUntilMicros += micros;
    rejectedMicros += micros;
    ceilings.shiftClock(micros);
    estimate.shiftClock(micros);
  }
}
