package dev.penstock.inbound;

import dev.penstock.engine.Decision;
import dev.penstock.http.InboundExchange;
import dev.penstock.log.AgentLog;
import dev.penstock.shadow.Comparison;
import dev.penstock.shadow.PendingComparison;
import org.jspecify.annotations.Nullable;

/** Lets the candidate in shadow decide a request too. If that fails, the request continues. */
final class CandidateComparison {
  private final AgentLog log;

  CandidateComparison(AgentLog log) {
    this.log = log;
  }

  /**
   * Compares the first decision about a request with the decision of the candidate.
   *
   * @return the part of the comparison that has to wait; null if there is none
   */
  @Nullable PendingComparison start(
      @Nullable Comparison comparison, InboundExchange exchange, Decision decision, int inFlight) {
    if (comparison == null) {
      return null;
    }
    try {
      return comparison.decideAndCompare(exchange, decision, inFlight);
    } catch (Throwable error) {
      log.repeated(AgentLog.SUPPRESSED + "shadow", "cannot compare a call", error);
      return null;
    }
  }

  /** Ends the comparison of a request that gets no ticket. */
  static void end(@Nullable PendingComparison comparison) {
    if (comparison != null) {
      comparison.end(/* status= */ 0);
    }
  }
}
