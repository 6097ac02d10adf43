package dev.penstock.engine;

import dev.penstock.rules.Quota;
import dev.penstock.store.InboundQueue;
import dev.penstock.store.InboundQueues;
import dev.penstock.store.Store;
import org.jspecify.annotations.Nullable;

/**
 * Where inbound calls wait for their turn by one quota.
 *
 * @param onThread for calls whose thread waits with them
 * @param withoutThread for calls of event loops
 */
record QuotaQueue(InboundQueue onThread, InboundQueue withoutThread) {
  /*
   * A call that waits keeps a thread of its server, and a server that has none left answers nothing
   * at all. How many it has is not known, so all quotas that do not say how many calls they hold
   * share one queue that is short enough for a small server.
   */
  private static final String THREADS = "threads";
  private static final String EVENT_LOOPS = "event loops";

  /** The queues of a quota; null if it never holds a call. */
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
        queues.shared(THREADS, Quota.MOST_ON_THREADS),
        queues.shared(EVENT_LOOPS, Quota.MOST_WITHOUT_THREAD));
  }

  InboundQueue queue(boolean mayBlock) {
    return mayBlock ? onThread : withoutThread;
  }
}
