package dev.penstock.store.redis;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Something that will be told once: a thread may wait for that, or something may follow it. */
final class OneShotSignal {
  /*
   * Whoever tells has a deadline of its own, so nobody waits for ever. Should that promise be broken
   * all the same, a thread leaves after the longest deadline that a file can ask for, and is judged
   * as if there were no answer.
   */
  private static final Runnable TOLD = OneShotSignal::nothing;
  private static final long LONGEST_NANOS = 11_000_000_000L;

  private final AtomicReference<@Nullable Runnable> follower = new AtomicReference<>();

  private static void nothing() {}

  /** Tells it, and does what was to follow. */
  void tell() {
    Runnable next = follower.getAndSet(TOLD);
    if (next != null) {
      next.run();
    }
  }

  boolean isTold() {
    return follower.get() == TOLD;
  }

  /** True if it was told already; if not, this follows as soon as it is. */
  boolean orThen(Runnable next) {
    return !follower.compareAndSet(null, next);
  }

  /** Keeps this thread until it is told. An interrupt is left for the application to see. */
  void await() {
    Thread waiting = Thread.currentThread();
    if (orThen(() -> LockSupport.unpark(waiting))) {
      return;
    }
    boolean interrupted = false;
    long end = System.nanoTime() + LONGEST_NANOS;
    while (!isTold() && System.nanoTime() - end < 0) {
      LockSupport.parkNanos(this, end - System.nanoTime());
      // A thread that is interrupted does not park; the flag is set again when it goes on.
      interrupted |= Thread.interrupted();
    }
    if (interrupted) {
      waiting.interrupt();
    }
  }
}
