package dev.penstock.telemetry;

import dev.penstock.engine.Decision;
import java.util.Map;

/** What is counted of one rule, whatever reloads make of it. */
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
    outcomes = counters.newTally(Outcomes.COUNT);
    retryAfter = counters.newTally(HistogramScale.RETRY_AFTER.cells());
    remaining = counters.newTally(HistogramScale.REMAINING.cells());
    waits = counters.newTally(HistogramScale.WAIT.cells());
  }

  String name() {
    return name;
  }

  /** Its place among all rules that calls of its direction were counted by. */
  int number() {
    return number;
  }

  /** The tally of its outcomes. */
  int outcomesId() {
    return outcomes.id();
  }

  void count(CounterRow row, Outcome outcome) {
    row.add(outcomes, Outcomes.place(outcome), 1);
  }

  /** Counts a call. */
  public void count(Outcome outcome) {
    count(counters.row(), outcome);
  }

  void retryAfter(CounterRow row, long micros) {
    HistogramScale.RETRY_AFTER.note(row, retryAfter, micros);
  }

  /** Notes when a client that was turned away may come again. */
  public void retryAfter(long micros) {
    retryAfter(counters.row(), micros);
  }

  /** Notes how long a call was held. */
  public void waited(long micros) {
    HistogramScale.WAIT.note(counters.row(), waits, micros);
  }

  void remaining(CounterRow row, Decision decision, int quota) {
    long capacity = Math.max(1, decision.limit(quota).capacity());
    long left = Math.max(0, Math.min(capacity, decision.remaining(quota)));
    HistogramScale.REMAINING.note(
        row, remaining, Math.round(MILLIONTHS * (left / (double) capacity)));
  }

  /** Notes how much a quota of a call has left. */
  public void remaining(Decision decision, int quota) {
    remaining(counters.row(), decision, quota);
  }

  /** What became of calls. */
  public Map<Outcome, Long> outcomes() {
    return Outcomes.map(outcomes.read());
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
