package dev.penstock.redis;

import dev.penstock.log.AgentLog;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** Who tells questions what came of them, and keeps count of it. */
final class Teller {
  final LongAdder asked = new LongAdder();
  final LongAdder roundTrips = new LongAdder();
  final LongAdder opened = new LongAdder();
  final LongAdder closed = new LongAdder();
  final Latencies latencies = new Latencies();
  private final LongAdder late = new LongAdder();
  private final LongAdder away = new LongAdder();
  private final LongAdder errors = new LongAdder();
  private final AgentLog log;

  Teller(AgentLog log) {
    this.log = log;
  }

  /** Tells a question of its answer, whatever it makes of it. */
  void tell(Question question, List<Object> reply) {
    try {
      question.answered(reply);
    } catch (Throwable thrown) {
      report(thrown);
    }
  }

  /** Tells a question that there is no answer, whatever it makes of it. */
  void tell(Question question, Silence why) {
    switch (why) {
      case TOO_LATE -> late.increment();
      case AWAY -> away.increment();
      case ERROR -> errors.increment();
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
  Redis.Health health(boolean answering) {
    return new Redis.Health(
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
