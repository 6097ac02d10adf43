package dev.penstock.operator.jmx;

import dev.penstock.telemetry.Outcome;
import java.util.Map;

/** Calls by what became of them; JMX shows it as a table of names and numbers. */
public final class OutcomeCounts {
  /*
   * Not a record, and with getters: that is how JMX of Java 17 finds out what there is in it.
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
