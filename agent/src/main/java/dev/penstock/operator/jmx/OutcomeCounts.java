package dev.penstock.operator.jmx;

import dev.penstock.telemetry.Outcome;
import java.util.Map;

/** Calls by outcome. JMX shows them as a table. */
public final class OutcomeCounts {
  /*
   * A class with getters, because JMX in Java 17 does not support records.
   */
  private final Map<Outcome, Long> counts;

  OutcomeCounts(Map<Outcome, Long> counts) {
    this.counts = counts;
  }

  private long of(Outcome outcome) {
    return counts.getOrDefault(outcome, 0L);
  }

  public long getAdmitted() {
    return of(Outcome.ADMITTED);
  }

  public long getRejected() {
    return of(Outcome.REJECTED);
  }

  public long getWouldReject() {
    return of(Outcome.WOULD_REJECT);
  }

  public long getExempt() {
    return of(Outcome.EXEMPT);
  }

  public long getShed() {
    return of(Outcome.SHED);
  }

  public long getOverflow() {
    return of(Outcome.OVERFLOW);
  }

  public long getFailedOpen() {
    return of(Outcome.FAILED_OPEN);
  }
}
