package dev.penstock.engine;

import dev.penstock.store.Claims;
import dev.penstock.store.Store;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A store's answer that nobody waits for with a thread: whether it is there, and who is told. */
final class PendingSettlement implements Runnable {
  /*
   * Made once with its decision and handed to the store as it is, so that a store which answers at
   * once, as the one in this JVM does, costs nothing more for being asked this way.
   */

  /** Who is told; this itself if the store has answered. */
  private final AtomicReference<@Nullable Runnable> listener = new AtomicReference<>();

  private boolean asked;
  private @Nullable Claims claimed;

  /** Has not been asked for anything. */
  void start() {
    asked = false;
  }

  /** Lets the store settle claims; from here on they are the store's while this is pending. */
  void ask(Store store, Claims claims) {
    if (listener.getPlain() != null) {
      listener.set(null);
    }
    claimed = claims;
    asked = !store.settle(claims, /* whenSettled= */ this);
    if (!asked) {
      claims.takePlaceAnyway();
    }
  }

  /** True if the answer is not there yet. */
  boolean isPending() {
    return asked && listener.get() != this;
  }

  /** Tells somebody when the answer is there, at once if it is; only one can be told. */
  void whenAnswered(Runnable told) {
    if (!listener.compareAndSet(/* expectedValue= */ null, told)) {
      told.run();
    }
  }

  /** The store has answered. */
  @Override
  public void run() {
    Claims settled = claimed;
    if (settled != null) {
      settled.takePlaceAnyway();
    }
    Runnable told = listener.getAndSet(this);
    if (told != null) {
      told.run();
    }
  }
}
