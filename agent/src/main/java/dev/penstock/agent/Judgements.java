package dev.penstock.agent;

import dev.penstock.call.Direction;
import dev.penstock.engine.Decision;
import dev.penstock.limit.Limit;
import dev.penstock.pace.OutboundLimitException;
import dev.penstock.rule.Rule;
import dev.penstock.telemetry.Judgement;
import dev.penstock.telemetry.Outcome;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Says of decisions what may be told of them. */
final class Judgements {
  private Judgements() {}

  /** What was decided of a call that came in; null if nothing was, because no rule is for it. */
  static @Nullable Judgement of(Decision decision) {
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
    return new Judgement(
        Direction.INBOUND,
        refuses ? Outcome.REJECTED : Outcome.ADMITTED,
        decision.rule(tightest).name(),
        /* host= */ null,
        decision.key(tightest).high(),
        decision.remaining(tightest),
        refuses ? known(decision.waitMicros()) : 0);
  }

  private static Judgement unmeasured(Outcome outcome, @Nullable Rule rule) {
    return new Judgement(
        Direction.INBOUND,
        outcome,
        rule == null ? null : rule.name(),
        /* host= */ null,
        Judgement.NOBODY,
        Judgement.UNKNOWN,
        Judgement.UNKNOWN);
  }

  /** Why a call did not go out; whose budget it was is not known here. */
  static Judgement of(IOException refusal) {
    OutboundLimitException limit = refusal instanceof OutboundLimitException known ? known : null;
    return new Judgement(
        Direction.OUTBOUND,
        Outcome.REJECTED,
        limit == null ? null : limit.rule(),
        limit == null ? null : limit.host(),
        Judgement.NOBODY,
        Judgement.UNKNOWN,
        limit == null ? Judgement.UNKNOWN : known(limit.waitMicros()));
  }

  private static long known(long waitMicros) {
    return waitMicros < Limit.UNKNOWN ? waitMicros : Judgement.UNKNOWN;
  }
}
