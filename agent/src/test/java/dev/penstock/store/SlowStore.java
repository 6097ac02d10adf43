package dev.penstock.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.limit.Limit;
import dev.penstock.store.local.LocalStore;
import dev.penstock.store.redis.client.FailurePolicy;
import dev.penstock.thread.Completion;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * A store that settles when a test says so, on another thread. It records calls that would block
 * the thread that created it, which stands for an event loop.
 */
public final class SlowStore implements Store {
  private record PendingClaims(Claims claims, Completion<Claims> settled) {}

  private final LocalStore store;
  private final boolean keepsOwnTime;
  private final Thread eventLoop = Thread.currentThread();
  private final Deque<PendingClaims> settlements = new ArrayDeque<>();
  private final List<String> blocked = new ArrayList<>();
  private int asyncSettlements;

  public SlowStore(LocalStore store) {
    this(store, /* keepsOwnTime= */ false);
  }

  public SlowStore(LocalStore store, boolean keepsOwnTime) {
    this.store = store;
    this.keepsOwnTime = keepsOwnTime;
  }

  /** Settles the oldest pending claims. */
  public void settleOldest() {
    settle(settlements.removeFirst());
  }

  /** Settles the newest pending claims. */
  public void settleNewest() {
    settle(settlements.removeLast());
  }

  /** Settles all pending claims in their order. */
  public void settleAll() {
    for (int left = settlements.size(); left > 0; left--) {
      settleOldest();
    }
  }

  private void settle(PendingClaims pending) {
    Thread thread =
        new Thread(
            () -> {
              store.settle(pending.claims);
              pending.settled.complete(pending.claims);
            },
            "settles-claims");
    thread.start();
    try {
      thread.join();
    } catch (InterruptedException stopped) {
      throw new AssertionError(stopped);
    }
  }

  /** The number of pending settlements. */
  public int pending() {
    return settlements.size();
  }

  /** The number of settlements that were not immediate. */
  public int asyncSettlements() {
    return asyncSettlements;
  }

  /** Fails if the event loop was ever blocked. */
  public void checkEventLoopNotBlocked() {
    assertThat(blocked).as("places where an event loop would have waited").isEmpty();
  }

  @Override
  public void settle(Claims claims) {
    if (Thread.currentThread() == eventLoop && !isSettled(claims)) {
      blocked.add(StackWalker.getInstance().walk(frames -> frames.skip(1).findFirst()).toString());
    }
    store.settle(claims);
  }

  @Override
  public boolean settleAsync(Claims claims, Completion<Claims> settled) {
    if (isSettled(claims)) {
      store.settle(claims);
      return true;
    }
    asyncSettlements++;
    settlements.addLast(new PendingClaims(claims, settled));
    return false;
  }

  /** True if there is nothing to settle. */
  private static boolean isSettled(Claims claims) {
    return claims.size() == claims.firstUnsettled();
  }

  @Override
  public boolean keepsOwnTime() {
    return keepsOwnTime;
  }

  @Override
  public Budget budget(String name, Limit limit, FailurePolicy onOutage) {
    return store.budget(name, limit, onOutage);
  }

  @Override
  public void rejectAll(Claims claims) {
    store.rejectAll(claims);
  }

  @Override
  public InboundQueues waitQueues() {
    return store.waitQueues();
  }

  @Override
  public void refund(Receipt receipt) {
    store.refund(receipt);
  }

  @Override
  public void cancel(Receipt receipt) {
    store.cancel(receipt);
  }

  @Override
  public void reset(Receipt receipt) {
    store.reset(receipt);
  }
}
