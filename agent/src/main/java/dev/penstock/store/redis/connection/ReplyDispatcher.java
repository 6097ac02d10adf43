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

/** Who tells questions what came of them, and keeps count of it. */
final class ReplyDispatcher {
  private static final long LOOK_NANOS = 1_000_000;

  final LongAdder asked = new LongAdder();
  final LongAdder roundTrips = new LongAdder();
  final LongAdder opened = new LongAdder();
  final LongAdder closed = new LongAdder();
  final LatencyCounts latencies = new LatencyCounts();

  /** Questions without a waiting thread that were not told yet. */
  final AtomicInteger untold = new AtomicInteger();

  private final LongAdder late = new LongAdder();
  private final LongAdder away = new LongAdder();
  private final LongAdder errors = new LongAdder();
  private final AgentLog log;

  ReplyDispatcher(AgentLog log) {
    this.log = log;
  }

  /** Waits until every question without a waiting thread is told, or until an instant. */
  void awaitAllTold(long endNanos) {
    boolean wasNone = false;
    boolean isNone = untold.get() == 0;
    // Twice, because a question that was told may be the reason for another one a moment later.
    while (!(wasNone && isNone) && System.nanoTime() - endNanos < 0) {
      LockSupport.parkNanos(this, LOOK_NANOS);
      wasNone = isNone;
      isNone = untold.get() == 0;
    }
  }

  /** Tells a question of its answer, whatever it makes of it. */
  void tell(ScriptCall question, List<Object> reply) {
    try {
      question.answered(reply);
    } catch (Throwable thrown) {
      report(thrown);
    }
  }

  /** Tells a question that there is no answer, whatever it makes of it. */
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

  /** A question that fails is our own fault; the thread that tells it has others to tell. */
  private void report(Throwable thrown) {
    log.repeated(
        AgentLog.SUPPRESSED + "answer of redis", "an answer of Redis was not understood", thrown);
  }

  /** What was counted so far. */
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
