package dev.penstock.store;

import dev.penstock.limit.Limit;
import dev.penstock.store.redis.client.FailurePolicy;
import java.util.Set;

/** Remembers what was spent. */
public interface Store {
  /**
   * The budget of this name. One that is known already keeps what its keys have spent, from the
   * next decision on judged by the limit given here.
   *
   * @param onOutage what to do while the store cannot be asked, if there is such a thing
   */
  Budget budget(String name, Limit limit, FailurePolicy onOutage);

  /** The same, counted in this JVM while the store cannot be asked. */
  default Budget budget(String name, Limit limit) {
    return budget(name, limit, FailurePolicy.LOCAL);
  }

  /**
   * Charges all claims if each of them is granted, or none; the answer is in the claims. What was
   * charged for them by an earlier settlement is given back if they are refused now.
   */
  void settle(Claims claims);

  /**
   * The same for a thread that must not wait.
   *
   * @param whenSettled runs once all is settled, if that was not at once; whoever runs it must not
   *     be held up
   * @return true if all is settled; false if it will be, and until then the claims are the store's
   */
  default boolean settle(Claims claims, Runnable whenSettled) {
    settle(claims);
    return true;
  }

  /**
   * True if the times that it tells are by another clock than that of this JVM, so that only the
   * differences between them mean something here.
   */
  default boolean keepsOwnTime() {
    return true;
  }

  /** Refuses all claims, because the call is turned away for another reason. */
  void rejectAll(Claims claims);

  /** Gives back what was charged, because it turned out not to count. */
  void refund(Receipt receipt);

  /** Gives back the place in the queue of a call that has left it before its turn. */
  void cancel(Receipt receipt);

  /** Forgets all that the key of this charge has spent. */
  void reset(Receipt receipt);

  /** The queues of inbound requests that wait for their turn in this JVM. */
  InboundQueues waitQueues();

  /** From now on remembers at most so many keys in this JVM; those that are there already stay. */
  default void rememberAtMost(long mostKeys) {}

  /** Forgets all budgets but those of these names. */
  default void keepOnly(Set<String> names) {}

  /** Forgets the keys that have nothing spent any more; to be called now and then. */
  default void sweep() {}

  /** How many keys are remembered in this JVM. */
  default long liveKeys() {
    return 0;
  }
}
