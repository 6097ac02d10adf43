package dev.penstock.shadow;

import dev.penstock.engine.Decision;
import dev.penstock.rules.RuleSet;
import dev.penstock.telemetry.CountedClient;
import dev.penstock.telemetry.TopKeys;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** All that is counted of the calls that go one way: what two sets of rules made of them. */
public final class ComparisonLedger {
  /*
   * Threads that count do not wait for each other. Whoever is the first to count in a new minute
   * closes the one before: what was counted until then is taken out and booked as that minute's. A
   * call that is counted at that very moment may be booked to the minute after; none is booked twice
   * or lost.
   */
  private static final long MINUTE_MICROS = 60_000_000;
  private static final int MOST_CLIENTS = 20;
  private static final int NO_ROW = -1;

  /** What a client is called that lacks the key it would be known by. */
  private static final String NOBODY = "-";

  private final ComparedRows rows;
  private final int mostMinutes;
  private final OutcomeTally all = new OutcomeTally();
  private final OutcomeTally[] byRule;
  private final LongAdder unjudged = new LongAdder();
  private final LongAdder excluded = new LongAdder();
  private final LongAdder held = new LongAdder();
  private final LongAdder heldMicros = new LongAdder();
  private final LongAccumulator longestMicros = new LongAccumulator(Math::max, 0);
  private final TopKeys newlyRejected = new TopKeys();
  private final TopKeys newlyAdmitted = new TopKeys();
  private volatile long minuteEndMicros;

  /** What was counted in this minute, and what of that nobody has been told yet. */
  private Sum current;

  private Sum untold;
  private Sum total;
  private long minute = -1;
  private final Deque<MinuteCounts> minutes = new ArrayDeque<>();
  private final Deque<TrafficComparison> unread = new ArrayDeque<>();

  /**
   * @param mostMinutes how many minutes are remembered one by one, whether read or not
   */
  ComparisonLedger(ComparedRows rows, int mostMinutes) {
    this.rows = rows;
    this.mostMinutes = mostMinutes;
    byRule = new OutcomeTally[rows.count()];
    Arrays.setAll(byRule, row -> new OutcomeTally());
    current = new Sum(rows.count());
    untold = new Sum(rows.count());
    total = new Sum(rows.count());
  }

  /** A ledger for what is in force and a trial of something else. */
  public static ComparisonLedger of(RuleSet inForce, CandidateTrial trial, int mostMinutes) {
    RuleSet old = trial.old();
    return new ComparisonLedger(
        new ComparedRows(old == null ? inForce : old, trial.next()), mostMinutes);
  }

  ComparedRows rows() {
    return rows;
  }

  /** Counts a call that both sides have judged. */
  ComparisonOutcome count(long atMicros, ShadowOutcome old, ShadowOutcome next) {
    keepTime(atMicros);
    ComparisonOutcome outcome = ComparisonOutcome.of(old.rejects(), next.rejects());
    all.add(outcome);
    if (next.heldMicros() > 0) {
      countHeld(next.heldMicros());
    }
    for (int i = 0; i < old.size(); i++) {
      byRule[old.row(i)].add(ComparisonOutcome.of(old.rejects(i), next.rowRejects(old.row(i))));
    }
    for (int i = 0; i < next.size(); i++) {
      if (!old.hasRow(next.row(i))) {
        byRule[next.row(i)].add(ComparisonOutcome.of(/* oldRejects= */ false, next.rejects(i)));
      }
    }
    return outcome;
  }

  /**
   * The same for a call that both admit. Most calls are like that, and mostly the same rules are
   * for it on both sides; so this is the quick way to the same counts.
   */
  void countAdmitted(long atMicros, Decision old, int[] oldRows, Decision next, int[] nextRows) {
    keepTime(atMicros);
    all.addBothAdmit();
    int last = NO_ROW;
    for (int i = 0; i < old.quotas(); i++) {
      int row = oldRows[old.ruleIndex(i)];
      if (row != last && isFirst(row, i, old, oldRows)) {
        byRule[row].addBothAdmit();
      }
      last = row;
    }
    last = NO_ROW;
    for (int i = 0; i < next.quotas(); i++) {
      int row = nextRows[next.ruleIndex(i)];
      boolean same = i < old.quotas() && row == oldRows[old.ruleIndex(i)];
      if (!same
          && row != last
          && isFirst(row, i, next, nextRows)
          && isFirst(row, old.quotas(), old, oldRows)) {
        byRule[row].addBothAdmit();
      }
      last = row;
    }
    long held = next.delayMicros();
    if (held > 0) {
      countHeld(held);
    }
  }

  /** True if none of the first quotas is of the rule of this row. */
  private static boolean isFirst(int row, int before, Decision decision, int[] rows) {
    for (int i = 0; i < before; i++) {
      if (rows[decision.ruleIndex(i)] == row) {
        return false;
      }
    }
    return true;
  }

  /** Counts a call that one side could not judge to the end. */
  void countUnjudged(long atMicros) {
    keepTime(atMicros);
    unjudged.increment();
  }

  /** Counts a call that is left out, because a rule that was switched over decides on it. */
  void countExcluded() {
    excluded.increment();
  }

  long excluded() {
    return excluded.sum();
  }

  /** For how long the candidate would have held a call. */
  private void countHeld(long micros) {
    held.increment();
    heldMicros.add(micros);
    longestMicros.accumulate(micros);
  }

  /** Counts whose call it was that diverged; answers what that client is called. */
  String countClient(
      ComparisonOutcome outcome, int row, String key, long keyHash, ClientNames clients) {
    TopKeys keys = outcome == ComparisonOutcome.ONLY_NEW_REJECTS ? newlyRejected : newlyAdmitted;
    boolean unknown = key.isEmpty();
    long hash = unknown ? 0 : keyHash;
    String name = unknown ? NOBODY : clients.nameOf(key);
    keys.count(row, hash, name);
    return name == null ? TopKeys.text(hash) : name;
  }

  /** Closes the minute if it is over; to be called now and then, calls or not. */
  void keepTime(long atMicros) {
    if (atMicros >= minuteEndMicros) {
      closeMinute(atMicros);
    }
  }

  private synchronized void closeMinute(long atMicros) {
    if (atMicros < minuteEndMicros) {
      return;
    }
    if (minute >= 0) {
      take();
      minutes.add(new MinuteCounts(minute, current.all));
      if (minutes.size() > mostMinutes) {
        minutes.remove();
      }
      tell();
      total.add(current);
      current = new Sum(rows.count());
    }
    minute = Math.floorDiv(atMicros, MINUTE_MICROS);
    minuteEndMicros = (minute + 1) * MINUTE_MICROS;
  }

  private void take() {
    Sum taken = new Sum(rows.count());
    taken.take(this);
    current.add(taken);
    untold.add(taken);
  }

  private void tell() {
    MinuteCounts part = new MinuteCounts(minute, untold.all);
    unread.add(traffic(untold, List.of(part), List.of(), List.of()));
    if (unread.size() > mostMinutes) {
      unread.remove();
    }
    untold = new Sum(rows.count());
  }

  /** The minutes that were over by a time, since this was asked last and oldest first. */
  synchronized List<TrafficComparison> closedMinutes(long nowMicros) {
    keepTime(nowMicros);
    long now = Math.floorDiv(nowMicros, MINUTE_MICROS);
    List<TrafficComparison> closed = new ArrayList<>();
    while (!unread.isEmpty() && unread.getFirst().minutes().get(0).minute() < now) {
      closed.add(unread.removeFirst());
    }
    return closed;
  }

  /** The same, and what was counted of this minute; what follows of it is told later. */
  synchronized List<TrafficComparison> untilNow(long nowMicros) {
    List<TrafficComparison> parts = closedMinutes(nowMicros);
    if (minute >= 0) {
      take();
      if (!untold.isEmpty()) {
        tell();
      }
    }
    parts.addAll(unread);
    unread.clear();
    return parts;
  }

  /** All that was counted so far. */
  public synchronized TrafficComparison traffic() {
    take();
    Sum all = new Sum(rows.count());
    all.add(total);
    all.add(current);
    List<MinuteCounts> when = new ArrayList<>(minutes);
    if (minute >= 0) {
      when.add(new MinuteCounts(minute, current.all));
    }
    return traffic(
        all,
        when,
        newlyRejected.most(MOST_CLIENTS, rows.names()),
        newlyAdmitted.most(MOST_CLIENTS, rows.names()));
  }

  private TrafficComparison traffic(
      Sum sum,
      List<MinuteCounts> when,
      List<CountedClient> rejected,
      List<CountedClient> admitted) {
    return new TrafficComparison(
        sum.all, sum.unjudged, rows.with(sum.byRule), when, rejected, admitted, sum.waits);
  }

  /** Sums of what was taken out of the counters. */
  private static final class Sum {
    AgreementCounts all = AgreementCounts.NONE;
    final AgreementCounts[] byRule;
    long unjudged;
    CandidateWaits waits = CandidateWaits.NONE;

    Sum(int rules) {
      byRule = new AgreementCounts[rules];
      Arrays.fill(byRule, AgreementCounts.NONE);
    }

    boolean isEmpty() {
      return all.equals(AgreementCounts.NONE) && unjudged == 0;
    }

    void take(ComparisonLedger from) {
      all = all.plus(from.all.take());
      for (int i = 0; i < byRule.length; i++) {
        byRule[i] = byRule[i].plus(from.byRule[i].take());
      }
      unjudged += from.unjudged.sumThenReset();
      waits =
          waits.plus(
              new CandidateWaits(
                  from.held.sumThenReset(),
                  from.heldMicros.sumThenReset(),
                  from.longestMicros.getThenReset()));
    }

    void add(Sum other) {
      all = all.plus(other.all);
      for (int i = 0; i < byRule.length; i++) {
        byRule[i] = byRule[i].plus(other.byRule[i]);
      }
      unjudged += other.unjudged;
      waits = waits.plus(other.waits);
    }
  }
}
