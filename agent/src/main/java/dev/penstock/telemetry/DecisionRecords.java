package dev.penstock.telemetry;

import dev.penstock.engine.Decision;
import dev.penstock.http.Direction;
import dev.penstock.limit.Limit;
import dev.penstock.outbound.OutboundLimitException;
import dev.penstock.rules.Rule;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Says of decisions what may be told of them. */
final class DecisionRecords {
  private DecisionRecords() {}

  /** What was decided of a call that came in; null if nothing was, because no rule is for it. */
  static @Nullable DecisionRecord of(Decision decision) {
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
    boolean refuses = decision.refuses();
    return new DecisionRecord(
        Direction.INBOUND,
        refuses ? Outcome.REJECTED : Outcome.ADMITTED,
        decision.rule(tightest).name(),
        /* host= */ null,
        decision.key(tightest).high(),
        decision.remaining(tightest),
        refuses ? known(decision.waitMicros()) : 0);
  }

  private static DecisionRecord unmeasured(Outcome outcome, @Nullable Rule rule) {
    return new DecisionRecord(
        Direction.INBOUND,
        outcome,
        rule == null ? null : rule.name(),
        /* host= */ null,
        DecisionRecord.NOBODY,
        DecisionRecord.UNKNOWN,
        DecisionRecord.UNKNOWN);
  }

  /** Why a call did not go out; whose budget it was is not known here. */
  static DecisionRecord of(IOException refusal) {
    OutboundLimitException limit = refusal instanceof OutboundLimitException known ? known : null;
    return new DecisionRecord(
        Direction.OUTBOUND,
        Outcome.REJECTED,
        limit == null ? null : limit.rule(),
        limit == null ? null : limit.host(),
        DecisionRecord.NOBODY,
        DecisionRecord.UNKNOWN,
        limit == null ? DecisionRecord.UNKNOWN : known(limit.waitMicros()));
  }

  private static long known(long waitMicros) {
    return waitMicros < Limit.UNKNOWN ? waitMicros : DecisionRecord.UNKNOWN;
  }
}
