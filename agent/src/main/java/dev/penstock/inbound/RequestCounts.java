package dev.penstock.inbound;

import dev.penstock.engine.Decision;
import dev.penstock.http.RejectionResponse;
import dev.penstock.log.AgentLog;

/** Counts decided requests. If counting fails, the decision stands. */
final class RequestCounts {
  private final AgentLog log;

  RequestCounts(AgentLog log) {
    this.log = log;
  }

  void admitted(ActivePolicy policy, Decision decision) {
    try {
      policy.counts().admitted(decision);
    } catch (Throwable error) {
      failed(error);
    }
  }

  void rejected(ActivePolicy policy, Decision decision, RejectionResponse response) {
    try {
      policy.counts().rejected(decision, response);
    } catch (Throwable error) {
      // The response is written, so the request must not continue.
      failed(error);
    }
  }

  private void failed(Throwable error) {
    log.repeated(AgentLog.SUPPRESSED + "counts", "cannot count a call", error);
  }
}
