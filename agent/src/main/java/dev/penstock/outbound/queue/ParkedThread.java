package dev.penstock.outbound.queue;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** The thread of a caller, parked until its call is decided; it holds no lock and uses no CPU. */
public final class ParkedThread implements CallWaiter {
  private static final long MICRO_NANOS = 1_000;

  private final Thread thread = Thread.currentThread();

  /**
   * Parks the thread until the call is decided. Returns false if the thread was interrupted before;
   * it stays interrupted.
   *
   * @param remainingMicros checks the call and returns in how many microseconds to check it again;
   *     0 if it is decided
   */
  public boolean await(LongSupplier remainingMicros) {
    for (long remaining = remainingMicros.getAsLong();
        remaining > 0;
        remaining = remainingMicros.getAsLong()) {
      if (Thread.currentThread().isInterrupted()) {
        return false;
      }
      LockSupport.parkNanos(/* blocker= */ this, remaining * MICRO_NANOS);
    }
    return true;
  }

  @Override
  public void wake() {
    LockSupport.unpark(thread);
  }
}
