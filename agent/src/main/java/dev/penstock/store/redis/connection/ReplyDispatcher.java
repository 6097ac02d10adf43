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
  private static final long CHECK_NANOS = 1_000_000;

  final LongAdder asked = new LongAdder();
  final LongAdder roundTrips = new LongAdder();
  final LongAdder opened = new LongAdder();
  final LongAdder closed = new LongAdder();
  final LatencyCounts latencies = new LatencyCounts();

  /** Script calls without a waiting thread that are not complete yet. */
  final AtomicInteger pending = new AtomicInteger();

  private final LongAdder late = new LongAdder();
  private final LongAdder away = new LongAdder();
  private final LongAdder errors = new LongAdder();
  private final AgentLog log;

  ReplyDispatcher(AgentLog log) {
    this.log = log;
  }

  /** Waits until every script call without a waiting thread is complete, or until an instant. */
  void awaitAll(long endNanos) {
    boolean wasIdle = false;
    boolean isIdle = pending.get() == 0;
    // Checked twice, because a completed call may cause another one a moment later.
    while (!(wasIdle && isIdle) && System.nanoTime() - endNanos < 0) {
      LockSupport.parkNanos(this, CHECK_NANOS);
      wasIdle = isIdle;
      isIdle = pending.get() == 0;
    }
  }

  /**
   * Completes a script call. A listener that throws is a bug in Penstock. The thread has other
   * calls to complete, so the error is only logged.
   *
   * @param outcome the reply, or the {@link NoReplyReason}
   */
  @SuppressWarnings("unchecked") // a reply is a list
  void complete(ScriptCall call, Object outcome) {
    try {
      if (outcome instanceof NoReplyReason reason) {
        count(reason);
        call.fail(reason);
      } else {
        call.complete((List<Object>) outcome);
      }
    } catch (Throwable thrown) {
      log.repeated(
          AgentLog.SUPPRESSED + "redis reply",
          "internal error: a reply of Redis could not be processed",
          thrown);
    }
  }

  private void count(NoReplyReason reason) {
    switch (reason) {
      case TOO_LATE -> late.increment();
      case AWAY -> away.increment();
      case ERROR, UNREADABLE -> errors.increment();
    }
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
