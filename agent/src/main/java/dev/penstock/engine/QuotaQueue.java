package dev.penstock.engine;

import dev.penstock.rules.Quota;
import dev.penstock.store.InboundQueue;
import dev.penstock.store.InboundQueues;
import dev.penstock.store.Store;
import org.jspecify.annotations.Nullable;

/**
 * The queues in which inbound requests wait for their turn by one quota.
 *
 * @param onThread for requests that block a thread while they wait
 * @param withoutThread for requests of event loops
 */
record QuotaQueue(InboundQueue onThread, InboundQueue withoutThread) {
  /*
   * A waiting request occupies a thread of its server, and a server without free threads serves
   * nothing. The number of threads is unknown. So all quotas without a `queue` setting share one
   * queue that is short enough for a small server.
   */
  private static final String THREADS = "threads";
  private static final String EVENT_LOOPS = "event loops";

  /** The queues of a quota; null if its requests never wait. */
  static @Nullable QuotaQueue of(Quota quota, String budget, Store store) {
    if (!quota.holdsCalls()) {
      return null;
    }
    InboundQueues queues = store.waitQueues();
    if (quota.queue() != Quota.SHARED_QUEUE) {
      InboundQueue own = queues.own(budget, quota.queue());
      return new QuotaQueue(own, own);
    }
    return new QuotaQueue(
        queues.shared(THREADS, Quota.MAX_ON_THREADS),
        queues.shared(EVENT_LOOPS, Quota.MAX_WITHOUT_THREAD));
  }

  InboundQueue queue(boolean mayBlock) {
    return mayBlock ? onThread : withoutThread;
  }
}
