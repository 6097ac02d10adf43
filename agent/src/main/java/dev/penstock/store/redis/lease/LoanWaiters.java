package dev.penstock.store.redis.lease;

import dev.penstock.log.AgentLog;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The calls that wait for one loan, and their costs; guarded by their lease until they are
 * notified.
 */
final class LoanWaiters {
  private record Waiting(long cost, LoanWaiter waiter) {}

  private final List<Waiting> waiting = new ArrayList<>(1);
  private long wanted;

  void add(long cost, LoanWaiter waiter) {
    waiting.add(new Waiting(cost, waiter));
    wanted += cost;
  }

  /** The sum of their costs. */
  long wanted() {
    return wanted;
  }

  void tryAgain(AgentLog log) {
    for (Waiting one : waiting) {
      notify(one, LoanWaiter::tryAgain, log);
    }
  }

  /** A call that wants less than the rejected cost may still get it. */
  void rejected(long refusedCost, long waitMicros, AgentLog log) {
    for (Waiting one : waiting) {
      notify(
          one,
          one.cost() >= refusedCost ? waiter -> waiter.rejected(waitMicros) : LoanWaiter::tryAgain,
          log);
    }
  }

  void noReply(AgentLog log) {
    for (Waiting one : waiting) {
      notify(one, LoanWaiter::noReply, log);
    }
  }

  /** An error in one call must not leave the others waiting. */
  private static void notify(Waiting one, Consumer<LoanWaiter> what, AgentLog log) {
    try {
      what.accept(one.waiter());
    } catch (RuntimeException error) {
      log.repeated(AgentLog.SUPPRESSED + "waiter", "a waiting call could not be told", error);
    }
  }
}
