package dev.penstock.outbound;

import dev.penstock.engine.Decision;
import dev.penstock.limit.Limit;
import dev.penstock.log.AgentLog;
import dev.penstock.rules.Rule;
import dev.penstock.store.Claim;
import dev.penstock.telemetry.CallCounts;
import dev.penstock.telemetry.Outcome;
import dev.penstock.telemetry.RuleCounters;
import java.io.IOException;

/** Counts the outcomes of outbound calls. An error in here never reaches a call. */
public final class OutboundCounter implements CallListener {
  private final CallCounts calls;
  private final AgentLog log;

  public OutboundCounter(CallCounts calls, AgentLog log) {
    this.calls = calls;
    this.log = log;
  }

  @Override
  public void unpaced(boolean isRetry) {
    try {
      // A retry is a call of its own only for rules that count retries.
      if (!isRetry) {
        calls.count(Outcome.ADMITTED);
      }
    } catch (Throwable error) {
      PacingServices.suppressed(log, error);
    }
  }

  @Override
  public void granted(Decision decision) {
    try {
      for (int i = 0; i < decision.quotas(); i++) {
        calls.rule(decision.rule(i).name()).remaining(decision, i);
      }
    } catch (Throwable error) {
      PacingServices.suppressed(log, error);
    }
  }

  @Override
  public void decided(PacedCall call) {
    try {
      IOException rejection = call.rejection();
      if (rejection != null) {
        countRejected(rejection);
      } else if (call.isSent()) {
        countSent(call);
      }
      for (Rule rule : call.rules()) {
        if (call.isSent() || call.heldMicros() > 0) {
          calls.rule(rule.name()).waited(call.heldMicros());
        }
      }
    } catch (Throwable error) {
      PacingServices.suppressed(log, error);
    }
  }

  private void countRejected(IOException rejection) {
    calls.count(Outcome.REJECTED);
    if (rejection instanceof OutboundLimitException limit) {
      RuleCounters rule = calls.rule(limit.rule());
      rule.count(Outcome.REJECTED);
      if (limit.waitMicros() < Limit.UNKNOWN) {
        rule.retryAfter(limit.waitMicros());
      }
    }
  }

  private void countSent(PacedCall call) {
    int allRemarks = 0;
    for (Rule rule : call.rules()) {
      int remarks = call.reservations().remarks(rule);
      RuleCounters counters = calls.rule(rule.name());
      counters.count(outcome(remarks));
      if ((remarks & Claim.OVERFLOW) != 0) {
        counters.count(Outcome.OVERFLOW);
      }
      allRemarks |= remarks;
    }
    calls.count(outcome(allRemarks));
    if ((allRemarks & Claim.OVERFLOW) != 0) {
      calls.count(Outcome.OVERFLOW);
    }
  }

  private static Outcome outcome(int remarks) {
    return (remarks & Claim.LET_THROUGH) == 0 ? Outcome.ADMITTED : Outcome.FAILED_OPEN;
  }
}
