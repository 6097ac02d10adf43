package dev.penstock.store.redis.lease;

import dev.penstock.log.AgentLog;
import java.util.List;

/** Sends loan requests to the lender. A lender that throws counts as one that does not reply. */
final class LenderGuard {
  /** How long no loan is requested after the lender has thrown. */
  private static final long AFTER_ERROR_MICROS = 1_000_000;

  private final Lender lender;
  private final AgentLog log;

  LenderGuard(Lender lender, AgentLog log) {
    this.lender = lender;
    this.log = log;
  }

  void send(List<LoanRequest> requests) {
    for (LoanRequest request : requests) {
      try {
        lender.borrow(request);
      } catch (RuntimeException error) {
        log.repeated(
            AgentLog.SUPPRESSED + "lender",
            "internal error: no loan could be requested from Redis; next attempt in 1 s",
            error);
        request.noReply(/* wasDone= */ true, request.sentAtMicros() + AFTER_ERROR_MICROS);
      }
    }
  }

  AgentLog log() {
    return log;
  }
}
