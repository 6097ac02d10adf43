package dev.penstock.instrument.grpc.calls;

import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** Runs what belongs to a call at once, or keeps it in order while the call is held. */
final class HeldOperations {
  private final Queue<Runnable> kept = new ArrayDeque<>();
  private boolean discarded;
  private volatile boolean open = true;

  /** From now on, operations are kept. */
  synchronized void hold() {
    open = false;
  }

  boolean isOpen() {
    return open;
  }

  /** Runs an operation, or keeps it behind those before it. */
  void add(Runnable operation) {
    if (open || !isKept(operation)) {
      operation.run();
    }
  }

  private synchronized boolean isKept(Runnable operation) {
    if (open) {
      return false;
    }
    if (!discarded) {
      kept.add(operation);
    }
    return true;
  }

  /** Runs what was kept, and from now on everything at once. */
  void open() {
    for (Runnable next = nextKept(); next != null; next = nextKept()) {
      next.run();
    }
  }

  private synchronized @Nullable Runnable nextKept() {
    Runnable next = kept.poll();
    open = next == null && !discarded;
    return next;
  }

  /** From now on, operations are ignored. */
  synchronized void discard() {
    open = false;
    discarded = true;
    kept.clear();
  }
}
