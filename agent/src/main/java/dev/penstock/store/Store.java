package dev.penstock.store;

import dev.penstock.limit.Limit;
import dev.penstock.store.redis.client.FailurePolicy;
import dev.penstock.thread.Completion;
import java.util.Set;

/** Keeps the counts of all keys: how much each has spent of each limit. */
public interface Store {
  /**
   * The budget of this name. A budget that exists already keeps its counts; the limit given here
   * decides from now on.
   *
   * @param onOutage what to do while the store is unavailable, if that can happen
   */
  Budget budget(String name, Limit limit, FailurePolicy onOutage);

  /** The budget of this name, which is counted in this JVM while the store is unavailable. */
  default Budget budget(String name, Limit limit) {
    return budget(name, limit, FailurePolicy.LOCAL);
  }

  /**
   * Charges all claims if each of them is granted, or none, and records the result in the claims.
   * If they are rejected, refunds what an earlier settlement has charged for them.
   */
  void settle(Claims claims);

  /**
   * Like {@link #settle}, for a thread that must not block.
   *
   * @param settled completed with the claims once they are settled, if that is not immediately; its
   *     listeners run on a thread of the store
   * @return true if the claims are settled already; if false, they belong to the store until {@code
   *     settled} is complete
   */
  default boolean settleAsync(Claims claims, Completion<Claims> settled) {
    settle(claims);
    return true;
  }

  /**
   * True if times of this store come from another clock than that of this JVM, so that only their
   * differences mean something here.
   */
  default boolean keepsOwnTime() {
    return true;
  }

  /** Rejects all claims, because the call is rejected for another reason. */
  void rejectAll(Claims claims);

  /** Refunds a charge that does not count after all. */
  void refund(Receipt receipt);

  /** Refunds the turn of a call that has left its queue before that turn. */
  void cancel(Receipt receipt);

  /** Clears everything that the key of this charge has spent. */
  void reset(Receipt receipt);

  /** The queues of inbound requests that wait for their turn in this JVM. */
  InboundQueues waitQueues();

  /** Limits the number of keys in this JVM; existing keys stay. */
  default void rememberAtMost(long mostKeys) {}

  /** Removes all budgets except those of these names. */
  default void keepOnly(Set<String> names) {}

  /** Removes keys that have nothing spent any more; called periodically. */
  default void sweep() {}

  /** How many keys are stored in this JVM. */
  default long liveKeys() {
    return 0;
  }
}
