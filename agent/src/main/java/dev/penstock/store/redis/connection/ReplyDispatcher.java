package dev.penstock.store.redis.connection;

import dev.penstock.log.AgentLog;
import dev.penstock.store.redis.client.LatencyCounts;
import dev.penstock.store.redis.client.NoReplyReason;
import dev.penstock.store.redis.client.RedisClient;
import dev.penstock.store.redis.client.ScriptCall;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/** Completes script calls with their replies, and counts the outcomes. */
final class ReplyDispatcher {
  private static final long LOOK_NANOS = 1_000_000;

  final LongAdder asked = new LongAdder();
  final LongAdder roundTrips = new LongAdder();
  final LongAdder opened = new LongAdder();
  final LongAdder closed = new LongAdder();
  final LatencyCounts latencies = new LatencyCounts();

  /** Script calls without a waiting thread that are not complete yet. */
  final AtomicInteger untold = new AtomicInteger();

  private final LongAdder late = new LongAdder();
  private final LongAdder away = new LongAdder();
  private final LongAdder errors = new LongAdder();
  private final AgentLog log;

  ReplyDispatcher(AgentLog log) {
    this.log = log;
  }

  /** Waits until every script call without a waiting thread is complete, or until an instant. */
  void awaitAllTold(long endNanos) {
    boolean wasNone = false;
    boolean isNone = untold.get() == 0;
    // Checked twice, because a completed call may cause another one a moment later.
    while (!(wasNone && isNone) && System.nanoTime() - endNanos < 0) {
      LockSupport.parkNanos(this, LOOK_NANOS);
      wasNone = isNone;
      isNone = untold.get() == 0;
    }
  }

  /** Completes a script call with its reply. Catches and logs what the call throws. */
  void tell(ScriptCall question, List<Object> reply) {
    try {
      question.answered(reply);
    } catch (Throwable thrown) {
      report(thrown);
    }
  }

  /** Completes a script call without a reply. Catches and logs what the call throws. */
  void tell(ScriptCall question, NoReplyReason why) {
    switch (why) {
      case TOO_LATE -> late.increment();
      case AWAY -> away.increment();
      case ERROR, UNREADABLE -> errors.increment();
    }
    try {
      question.unanswered(why);
    } catch (Throwable thrown) {
      report(thrown);
    }
  }

  /**
   * A script call that throws is a bug in Penstock. The thread has other calls to complete, so the
   * error is only logged.
   */
  private void report(Throwable thrown) {
    log.repeated(
        AgentLog.SUPPRESSED + "answer of redis", "an answer of Redis was not understood", thrown);
  }

  /** The counts since the start. */
  RedisClient.Health health(boolean answering) {
    return new RedisClient.Health(
        answering,
        asked.sum(),
        roundTrips.sum(),
        late.sum(),
        away.sum(),
        errors.sum(),
        opened.sum(),
        closed.sum());
  }
}
