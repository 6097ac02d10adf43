package dev.penstock.telemetry;

import dev.penstock.engine.Decision;
import java.util.Map;

/** The counts of one rule. They outlive reloads. */
public final class RuleCounters {
  private static final long MILLIONTHS = 1_000_000;

  private final int number;
  private final String name;
  private final Counters counters;
  private final CounterGroup outcomes;
  private final CounterGroup retryAfter;
  private final CounterGroup remaining;
  private final CounterGroup waits;

  RuleCounters(int number, String name, Counters counters) {
    this.number = number;
    this.name = name;
    this.counters = counters;
    outcomes = counters.newGroup(Outcomes.COUNT);
    retryAfter = counters.newGroup(HistogramScale.RETRY_AFTER.cells());
    remaining = counters.newGroup(HistogramScale.REMAINING.cells());
    waits = counters.newGroup(HistogramScale.WAIT.cells());
  }

  String name() {
    return name;
  }

  /** Returns the index of this rule among all rules of its direction. */
  int number() {
    return number;
  }

  /** Returns the group of its outcomes. */
  int outcomesId() {
    return outcomes.id();
  }

  void count(CounterRow row, Outcome outcome) {
    row.add(outcomes, Outcomes.index(outcome), 1);
  }

  /** Counts a call. */
  public void count(Outcome outcome) {
    count(counters.row(), outcome);
  }

  void retryAfter(CounterRow row, long micros) {
    HistogramScale.RETRY_AFTER.record(row, retryAfter, micros);
  }

  /** Records the time after which a rejected client may retry. */
  public void retryAfter(long micros) {
    retryAfter(counters.row(), micros);
  }

  /** Records how long a call was held. */
  public void waited(long micros) {
    HistogramScale.WAIT.record(counters.row(), waits, micros);
  }

  void remaining(CounterRow row, Decision decision, int quota) {
    long capacity = Math.max(1, decision.limit(quota).capacity());
    long left = Math.max(0, Math.min(capacity, decision.remaining(quota)));
    HistogramScale.REMAINING.record(
        row, remaining, Math.round(MILLIONTHS * (left / (double) capacity)));
  }

  /** Records the remaining share of a quota. */
  public void remaining(Decision decision, int quota) {
    remaining(counters.row(), decision, quota);
  }

  /** Returns the number of calls by outcome. */
  public Map<Outcome, Long> outcomes() {
    return Outcomes.toMap(outcomes.read());
  }

  public Histogram retryAfterSeconds() {
    return HistogramScale.RETRY_AFTER.read(retryAfter);
  }

  public Histogram remainingShare() {
    return HistogramScale.REMAINING.read(remaining);
  }

  public Histogram waitSeconds() {
    return HistogramScale.WAIT.read(waits);
  }
}
