package dev.penstock.store.redis;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A signal that is set once: a thread can wait for it, or a callback can follow it. */
final class OneShotSignal {
  /*
   * Every signal has a deadline of its own, so no thread waits for ever. As a safety net, a thread
   * stops waiting after the longest deadline that a rules file can set, and continues as if there
   * were no reply.
   */
  private static final Runnable TOLD = OneShotSignal::nothing;
  private static final long LONGEST_NANOS = 11_000_000_000L;

  private final AtomicReference<@Nullable Runnable> follower = new AtomicReference<>();

  private static void nothing() {}

  /** Sets the signal and runs the callback. */
  void tell() {
    Runnable next = follower.getAndSet(TOLD);
    if (next != null) {
      next.run();
    }
  }

  boolean isTold() {
    return follower.get() == TOLD;
  }

  /** Returns true if the signal is set; otherwise registers the callback and returns false. */
  boolean orThen(Runnable next) {
    return !follower.compareAndSet(null, next);
  }

  /** Blocks this thread until the signal is set. Keeps an interrupt for the application. */
  void await() {
    Thread waiting = Thread.currentThread();
    if (orThen(() -> LockSupport.unpark(waiting))) {
      return;
    }
    boolean interrupted = false;
    long end = System.nanoTime() + LONGEST_NANOS;
    while (!isTold() && System.nanoTime() - end < 0) {
      LockSupport.parkNanos(this, end - System.nanoTime());
      // A thread whose interrupt flag is set does not park. The flag is restored at the end.
      interrupted |= Thread.interrupted();
    }
    if (interrupted) {
      waiting.interrupt();
    }
  }
}
