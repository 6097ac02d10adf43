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

  /** A queue of several limits; from now on it holds at most so many requests. */
  public synchronized InboundQueue shared(String name, int most) {
    return known(shared, name, most);
  }

  /** The queue of one limit, forgotten with its budget of this name. */
  public synchronized InboundQueue own(String budget, int most) {
    return known(own, budget, most);
  }

  private InboundQueue known(Map<String, InboundQueue> queues, String name, int most) {
    InboundQueue queue = queues.get(name);
    if (queue == null) {
      queue = new InboundQueue(ticker);
      queues.put(name, queue);
    }
    queue.change(most);
    return queue;
  }

  /** Forgets the queues of limits that are gone. */
  public synchronized void keepOnly(Set<String> budgets) {
    own.keySet().retainAll(budgets);
  }
}
