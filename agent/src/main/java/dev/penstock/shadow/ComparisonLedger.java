package dev.penstock.shadow;

import dev.penstock.engine.Decision;
import dev.penstock.rules.RuleSet;
import dev.penstock.telemetry.TopKeys;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** Counts the calls of one direction by outcome, rule, minute and client. */
public final class ComparisonLedger {
  /*
   * Counting threads do not wait for each other. The first thread that counts in a new minute
   * closes the minute before: it takes what was counted until then and books it to that minute. A
   * call that is counted at that very moment may be booked to the next minute; no call is booked
   * twice or lost.
   */
  private static final long MINUTE_MICROS = 60_000_000;
  private static final int MOST_CLIENTS = 20;
  private static final int NO_ROW = -1;

  /** The name of a client whose request has no key. */
  private static final String UNKNOWN_CLIENT = "-";

  private final ComparedRows rows;
  private final int mostMinutes;
  private final ComparisonCounters counters;
  private final LongAdder excluded = new LongAdder();
  private final TopKeys newlyRejected = new TopKeys();
  private final TopKeys newlyAdmitted = new TopKeys();
  private volatile long minuteEndMicros;

  /** The minute that is counted now; -1 before the first. The fields below are guarded by this. */
  private long minute = -1;

  private ComparisonTotals current;

  /** The part of the current minute that no reader has received yet. */
  private ComparisonTotals unpublished;

  /** All minutes before the current one. */
  private ComparisonTotals earlier;

  private final Deque<MinuteCounts> minutes = new ArrayDeque<>();
  private final Deque<TrafficComparison> unread = new ArrayDeque<>();

  /**
   * Creates an empty ledger.
   *
   * @param mostMinutes how many minutes are remembered one by one, read or not
   */
  ComparisonLedger(ComparedRows rows, int mostMinutes) {
    this.rows = rows;
    this.mostMinutes = mostMinutes;
    counters = new ComparisonCounters(rows.count());
    current = ComparisonTotals.none(rows.count());
    unpublished = current;
    earlier = current;
  }

  /** An empty ledger for the live rules and a candidate for them. */
  public static ComparisonLedger of(RuleSet live, CandidateTrial trial, int mostMinutes) {
    RuleSet enforced = trial.enforced();
    return new ComparisonLedger(
        new ComparedRows(enforced == null ? live : enforced, trial.candidate()), mostMinutes);
  }

  ComparedRows rows() {
    return rows;
  }

  /** Counts a call that both sides have decided. */
  ComparisonOutcome count(long atMicros, ShadowOutcome enforced, ShadowOutcome candidate) {
    closeMinuteIfOver(atMicros);
    ComparisonOutcome outcome = ComparisonOutcome.of(enforced.rejects(), candidate.rejects());
    counters.count(outcome);
    counters.countHeld(candidate.heldMicros());
    for (int i = 0; i < enforced.size(); i++) {
      int row = enforced.row(i);
      counters.countRow(row, ComparisonOutcome.of(enforced.rejects(i), candidate.rowRejects(row)));
    }
    for (int i = 0; i < candidate.size(); i++) {
      int row = candidate.row(i);
      if (!enforced.hasRow(row)) {
        counters.countRow(
            row, ComparisonOutcome.of(/* enforcedRejects= */ false, candidate.rejects(i)));
      }
    }
    return outcome;
  }

  /**
   * Counts a call that both sides admit, like {@link #count} but faster: most calls are admitted,
   * and usually the same rules apply on both sides.
   */
  void countAdmitted(
      long atMicros,
      Decision enforced,
      int[] enforcedRows,
      Decision candidate,
      int[] candidateRows) {
    closeMinuteIfOver(atMicros);
    counters.count(ComparisonOutcome.BOTH_ADMIT);
    int last = NO_ROW;
    for (int i = 0; i < enforced.quotas(); i++) {
      int row = enforcedRows[enforced.ruleIndex(i)];
      if (row != last && isFirst(row, i, enforced, enforcedRows)) {
        counters.countRow(row, ComparisonOutcome.BOTH_ADMIT);
      }
      last = row;
    }
    last = NO_ROW;
    for (int i = 0; i < candidate.quotas(); i++) {
      int row = candidateRows[candidate.ruleIndex(i)];
      boolean same = i < enforced.quotas() && row == enforcedRows[enforced.ruleIndex(i)];
      if (!same
          && row != last
          && isFirst(row, i, candidate, candidateRows)
          && isFirst(row, enforced.quotas(), enforced, enforcedRows)) {
        counters.countRow(row, ComparisonOutcome.BOTH_ADMIT);
      }
      last = row;
    }
    counters.countHeld(candidate.delayMicros());
  }

  /** True if none of the quotas before this index belongs to the rule of this row. */
  private static boolean isFirst(int row, int before, Decision decision, int[] rows) {
    for (int i = 0; i < before; i++) {
      if (rows[decision.ruleIndex(i)] == row) {
        return false;
      }
    }
    return true;
  }

  /** Counts a call that one side could not decide completely. */
  void countNotCompared(long atMicros) {
    closeMinuteIfOver(atMicros);
    counters.countNotCompared();
  }

  /** Counts a call that is excluded because it is subject to a rule that was switched on. */
  void countExcluded() {
    excluded.increment();
  }

  long excluded() {
    return excluded.sum();
  }

  /** Counts the client of a diverging call; returns the name of the client. */
  String countClient(
      ComparisonOutcome outcome, int row, String key, long keyHash, ClientNames clients) {
    TopKeys keys =
        outcome == ComparisonOutcome.ONLY_CANDIDATE_REJECTS ? newlyRejected : newlyAdmitted;
    boolean unknown = key.isEmpty();
    long hash = unknown ? 0 : keyHash;
    String name = unknown ? UNKNOWN_CLIENT : clients.nameOf(key);
    keys.count(row, hash, name);
    return name == null ? TopKeys.text(hash) : name;
  }

  private void closeMinuteIfOver(long atMicros) {
    if (atMicros >= minuteEndMicros) {
      closeMinute(atMicros);
    }
  }

  private synchronized void closeMinute(long atMicros) {
    if (atMicros < minuteEndMicros) {
      return;
    }
    if (minute >= 0) {
      takeCounters();
      minutes.add(new MinuteCounts(minute, current.all()));
      if (minutes.size() > mostMinutes) {
        minutes.remove();
      }
      publish();
      earlier = earlier.plus(current);
      current = ComparisonTotals.none(rows.count());
    }
    minute = Math.floorDiv(atMicros, MINUTE_MICROS);
    minuteEndMicros = (minute + 1) * MINUTE_MICROS;
  }

  private void takeCounters() {
    ComparisonTotals taken = counters.take();
    current = current.plus(taken);
    unpublished = unpublished.plus(taken);
  }

  private void publish() {
    MinuteCounts part = new MinuteCounts(minute, unpublished.all());
    unread.add(unpublished.toTraffic(rows, List.of(part), List.of(), List.of()));
    if (unread.size() > mostMinutes) {
      unread.remove();
    }
    unpublished = ComparisonTotals.none(rows.count());
  }

  /** The minutes that have ended since the last call, oldest first. Call it regularly. */
  synchronized List<TrafficComparison> closedMinutes(long nowMicros) {
    closeMinuteIfOver(nowMicros);
    long now = Math.floorDiv(nowMicros, MINUTE_MICROS);
    List<TrafficComparison> closed = new ArrayList<>();
    while (!unread.isEmpty() && unread.getFirst().minutes().get(0).minute() < now) {
      closed.add(unread.removeFirst());
    }
    return closed;
  }

  /**
   * The minutes that have ended since the last call, and the part of the current minute so far. The
   * rest of the current minute follows later.
   */
  synchronized List<TrafficComparison> minutesUntilNow(long nowMicros) {
    List<TrafficComparison> parts = closedMinutes(nowMicros);
    if (minute >= 0) {
      takeCounters();
      if (!unpublished.isEmpty()) {
        publish();
      }
    }
    parts.addAll(unread);
    unread.clear();
    return parts;
  }

  /** All calls so far. */
  public synchronized TrafficComparison traffic() {
    takeCounters();
    List<MinuteCounts> when = new ArrayList<>(minutes);
    if (minute >= 0) {
      when.add(new MinuteCounts(minute, current.all()));
    }
    return earlier
        .plus(current)
        .toTraffic(
            rows,
            when,
            newlyRejected.most(MOST_CLIENTS, rows.names()),
            newlyAdmitted.most(MOST_CLIENTS, rows.names()));
  }
}
