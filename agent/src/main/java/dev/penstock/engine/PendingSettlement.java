package dev.penstock.engine;

import dev.penstock.store.Claims;
import dev.penstock.store.Store;
import dev.penstock.thread.Completion;
import org.jspecify.annotations.Nullable;

/** The settlement of one decision's claims by a store that may reply later. */
final class PendingSettlement extends Completion<Claims> {
  /*
   * Created once with its decision and passed to the store as it is. A store that settles at once,
   * as the one in this JVM does, never touches it.
   */
  private boolean isAsked;

  /** Prepares for the next decision. */
  void start() {
    isAsked = false;
  }

  /** Lets a store settle claims. They belong to the store while this is pending. */
  void settle(Store store, Claims claims) {
    reset();
    isAsked = !store.settleAsync(claims, /* settled= */ this);
    if (!isAsked) {
      claims.enterQueueAnyway();
    }
  }

  boolean isPending() {
    return isAsked && !isComplete();
  }

  /** The store has settled the claims. The request waits in its queue before listeners run. */
  @Override
  public boolean complete(@Nullable Claims settled) {
    if (settled != null) {
      settled.enterQueueAnyway();
    }
    return super.complete(settled);
  }
}
