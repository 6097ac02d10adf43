package dev.penstock.store.redis.lease;

import dev.penstock.log.AgentLog;
import dev.penstock.thread.Completion;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The calls that wait for one loan, and their costs; guarded by their lease until they are
 * completed.
 */
final class LoanWaiters {
  private record Waiting(long cost, Completion<LoanOutcome> completion) {}

  private final List<Waiting> waiting = new ArrayList<>(1);
  private long wanted;

  void add(long cost, Completion<LoanOutcome> completion) {
    waiting.add(new Waiting(cost, completion));
    wanted += cost;
  }

  /** The sum of their costs. */
  long wanted() {
    return wanted;
  }

  void tryAgain(AgentLog log) {
    for (Waiting one : waiting) {
      complete(one, LoanOutcome.TRY_AGAIN, log);
    }
  }

  /** A call that wants less than the rejected cost may still get it. */
  void rejected(long rejectedCost, long waitMicros, AgentLog log) {
    LoanOutcome rejected = LoanOutcome.rejected(waitMicros);
    for (Waiting one : waiting) {
      complete(one, one.cost() >= rejectedCost ? rejected : LoanOutcome.TRY_AGAIN, log);
    }
  }

  void noReply(AgentLog log) {
    for (Waiting one : waiting) {
      complete(one, /* outcome= */ null, log);
    }
  }

  /** An error in one call must not leave the others waiting. */
  private static void complete(Waiting one, @Nullable LoanOutcome outcome, AgentLog log) {
    try {
      one.completion().complete(outcome);
    } catch (RuntimeException error) {
      log.repeated(
          AgentLog.SUPPRESSED + "waiter",
          "internal error: a call that waited for a loan from Redis could not continue",
          error);
    }
  }
}
