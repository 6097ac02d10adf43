package dev.penstock.outbound;

import dev.penstock.log.AgentLog;
import dev.penstock.outbound.learn.LearnedHosts;
import dev.penstock.outbound.queue.HeldCalls;
import dev.penstock.outbound.queue.WaitQueues;
import dev.penstock.outbound.queue.WakeUpTimer;
import dev.penstock.store.Store;
import dev.penstock.store.Ticker;

/** What all calls of one {@link Pacer} share. */
record PacingServices(
    Store store,
    Ticker ticker,
    WakeUpTimer timer,
    WaitQueues queues,
    HeldCalls heldCalls,
    LearnedHosts hosts,
    CallListener listener,
    AgentLog log) {
  long nowMicros() {
    return ticker.micros();
  }

  /** Runs work on a thread of the application, which must not see an error of that work. */
  void runGuarded(Runnable work) {
    try {
      work.run();
    } catch (Throwable error) {
      suppressed(log, error);
    }
  }

  /** Logs an error that must not affect an outbound call. */
  static void suppressed(AgentLog log, Throwable error) {
    log.repeated(
        AgentLog.SUPPRESSED + "outbound events",
        "cannot process an event of an outbound call; the call continues",
        error);
  }
}
