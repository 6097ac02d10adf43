package dev.penstock.store;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The queues of inbound requests that wait for their turn in this JVM, by name. */
public final class InboundQueues {
  private final Ticker ticker;
  private final Map<String, InboundQueue> shared = new HashMap<>();
  private final Map<String, InboundQueue> own = new HashMap<>();

  public InboundQueues(Ticker ticker) {
    this.ticker = ticker;
  }

  /** A queue that several limits share, resized to this capacity. */
  public synchronized InboundQueue shared(String name, int capacity) {
    return resized(shared, name, capacity);
  }

  /** The queue of one limit, resized to this capacity; removed with its budget of this name. */
  public synchronized InboundQueue own(String budget, int capacity) {
    return resized(own, budget, capacity);
  }

  private InboundQueue resized(Map<String, InboundQueue> queues, String name, int capacity) {
    InboundQueue queue = queues.get(name);
    if (queue == null) {
      queue = new InboundQueue(ticker);
      queues.put(name, queue);
    }
    queue.resize(capacity);
    return queue;
  }

  /** Removes the queues of limits whose budgets are not among these. */
  public synchronized void keepOnly(Set<String> budgets) {
    own.keySet().retainAll(budgets);
  }
}
