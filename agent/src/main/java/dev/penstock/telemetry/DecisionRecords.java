package dev.penstock.telemetry;

import dev.penstock.engine.Decision;
import dev.penstock.http.Direction;
import dev.penstock.limit.Limit;
import dev.penstock.rules.Rule;
import org.jspecify.annotations.Nullable;

/** Converts decisions about inbound requests into records without client identities. */
public final class DecisionRecords {
  private DecisionRecords() {}

  /** Returns the record of an inbound request; null if no rule applies to it. */
  public static @Nullable DecisionRecord of(Decision decision) {
    if (decision.isShed()) {
      return unmeasured(Outcome.SHED, /* rule= */ null);
    }
    Rule denying = decision.deniedBy();
    if (denying != null) {
      return unmeasured(Outcome.REJECTED, denying);
    }
    if (decision.quotas() == 0) {
      return null;
    }
    int tightest = decision.tightest();
    boolean rejects = decision.isRejected();
    return new DecisionRecord(
        Direction.INBOUND,
        rejects ? Outcome.REJECTED : Outcome.ADMITTED,
        decision.rule(tightest).name(),
        /* host= */ null,
        decision.key(tightest).high(),
        decision.remaining(tightest),
        rejects ? known(decision.waitMicros()) : 0);
  }

  private static DecisionRecord unmeasured(Outcome outcome, @Nullable Rule rule) {
    return new DecisionRecord(
        Direction.INBOUND,
        outcome,
        rule == null ? null : rule.name(),
        /* host= */ null,
        DecisionRecord.NO_CLIENT,
        DecisionRecord.UNKNOWN,
        DecisionRecord.UNKNOWN);
  }

  private static long known(long waitMicros) {
    return waitMicros < Limit.UNKNOWN ? waitMicros : DecisionRecord.UNKNOWN;
  }
}
