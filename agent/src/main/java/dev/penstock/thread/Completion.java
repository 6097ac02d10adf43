package dev.penstock.thread;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A result that arrives later: completed at most once, by any thread.
 *
 * <p>A thread can wait for it, and listeners can be registered for it. A listener runs exactly
 * once, on the thread that completes this, and must not block that thread.
 */
public class Completion<T> {
  /*
   * One word holds the whole state, so that the first of several threads to complete this wins. A
   * completion that is never waited for allocates nothing, and `reset` makes it usable again: the
   * engine keeps one per thread and hands it to the store with every decision.
   */
  private static final Object NO_RESULT = new Object();
  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(Completion.class, "state", Object.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  /** Null or {@link Listeners} while this is pending, then the result or {@link #NO_RESULT}. */
  private volatile @Nullable Object state;

  private record Listeners(Runnable newest, @Nullable Listeners earlier) {
    /** Runs all listeners in the order of their registration, even if one of them throws. */
    void run() {
      try {
        if (earlier != null) {
          earlier.run();
        }
      } finally {
        newest.run();
      }
    }
  }

  /**
   * Completes this and runs its listeners.
   *
   * @param result null if there is nothing to report but the completion itself
   * @return false, without any effect, if this is complete already
   */
  public boolean complete(@Nullable T result) {
    Object before = state;
    while (isPending(before)) {
      if (STATE.compareAndSet(this, before, result == null ? NO_RESULT : result)) {
        if (before != null) {
          ((Listeners) before).run();
        }
        return true;
      }
      before = state;
    }
    return false;
  }

  public final boolean isComplete() {
    return !isPending(state);
  }

  /** The result; null if this is pending or was completed without a result. */
  @SuppressWarnings("unchecked") // only complete() stores anything else than these two
  public final @Nullable T result() {
    Object known = state;
    return isPending(known) || known == NO_RESULT ? null : (T) known;
  }

  /** Runs a listener when this is complete: now, on this thread, if it is complete already. */
  public final void whenComplete(Runnable listener) {
    if (!register(listener)) {
      listener.run();
    }
  }

  /**
   * Registers a listener for a caller that continues by itself if this is complete already.
   *
   * @return false if this is complete already; then the listener does not run
   */
  public final boolean register(Runnable listener) {
    Object before = state;
    while (isPending(before)) {
      if (STATE.compareAndSet(this, before, new Listeners(listener, (Listeners) before))) {
        return true;
      }
      before = state;
    }
    return false;
  }

  /**
   * Parks this thread until this is complete. An interrupt does not end the wait; the thread is
   * still interrupted afterwards.
   *
   * @return false if this was not completed in time
   */
  public final boolean await(long timeoutNanos) {
    Thread waiting = Thread.currentThread();
    if (isComplete() || !register(() -> LockSupport.unpark(waiting))) {
      return true;
    }
    boolean wasInterrupted = false;
    long endNanos = System.nanoTime() + timeoutNanos;
    long leftNanos = timeoutNanos;
    while (!isComplete() && leftNanos > 0) {
      LockSupport.parkNanos(/* blocker= */ this, leftNanos);
      // An interrupted thread does not park, so the flag is cleared until the wait is over.
      wasInterrupted |= Thread.interrupted();
      leftNanos = endNanos - System.nanoTime();
    }
    if (wasInterrupted) {
      waiting.interrupt();
    }
    return isComplete();
  }

  /** Makes this pending again. Only for its owner, while no other thread can complete it. */
  public final void reset() {
    // A volatile write is a fence, which a completion that was never used does not need.
    if (STATE.get(this) != null) {
      state = null;
    }
  }

  private static boolean isPending(@Nullable Object state) {
    return state == null || state instanceof Listeners;
  }
}
