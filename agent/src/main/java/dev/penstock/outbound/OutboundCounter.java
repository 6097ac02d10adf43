package dev.penstock.outbound;

import dev.penstock.engine.Decision;
import dev.penstock.limit.Limit;
import dev.penstock.rules.Rule;
import dev.penstock.store.Claim;
import dev.penstock.telemetry.CallCounts;
import dev.penstock.telemetry.Outcome;
import dev.penstock.telemetry.RuleCounters;
import java.io.IOException;

/** Counts calls that go out. */
public final class OutboundCounter implements CallListener {
  private final CallCounts calls;

  public OutboundCounter(CallCounts calls) {
    this.calls = calls;
  }

  @Override
  public void unpaced(boolean retry) {
    // A retry is a call of its own only to rules that count it.
    if (!retry) {
      calls.count(Outcome.ADMITTED);
    }
  }

  @Override
  public void granted(Decision decision) {
    for (int i = 0; i < decision.quotas(); i++) {
      calls.rule(decision.rule(i).name()).remaining(decision, i);
    }
  }

  @Override
  public void decided(PacedCall call) {
    IOException refusal = call.rejection();
    if (refusal != null) {
      refused(refusal);
    } else if (call.isSent()) {
      gone(call);
    }
    for (Rule rule : call.rules()) {
      if (call.isSent() || call.heldMicros() > 0) {
        calls.rule(rule.name()).waited(call.heldMicros());
      }
    }
  }

  private void refused(IOException refusal) {
    calls.count(Outcome.REJECTED);
    if (refusal instanceof OutboundLimitException limit) {
      RuleCounters rule = calls.rule(limit.rule());
      rule.count(Outcome.REJECTED);
      if (limit.waitMicros() < Limit.UNKNOWN) {
        rule.retryAfter(limit.waitMicros());
      }
    }
  }

  private void gone(PacedCall call) {
    int all = 0;
    for (Rule rule : call.rules()) {
      int remarks = call.remarks(rule);
      RuleCounters tally = calls.rule(rule.name());
      tally.count(outcome(remarks));
      if ((remarks & Claim.OVERFLOW) != 0) {
        tally.count(Outcome.OVERFLOW);
      }
      all |= remarks;
    }
    calls.count(outcome(all));
    if ((all & Claim.OVERFLOW) != 0) {
      calls.count(Outcome.OVERFLOW);
    }
  }

  private static Outcome outcome(int remarks) {
    return (remarks & Claim.LET_THROUGH) == 0 ? Outcome.ADMITTED : Outcome.FAILED_OPEN;
  }
}
