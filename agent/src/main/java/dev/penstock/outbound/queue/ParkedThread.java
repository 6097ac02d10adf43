package dev.penstock.outbound.queue;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** A caller's own thread that waits for its call; it holds no lock and burns no time. */
public final class ParkedThread implements CallWaiter {
  private static final long MICRO_NANOS = 1_000;

  private final Thread thread = Thread.currentThread();

  /**
   * Parks until nothing is left to wait for; false if the thread was interrupted before that, and
   * then it still is.
   *
   * @param leftMicros how long to wait until it has to be asked again
   */
  public boolean await(LongSupplier leftMicros) {
    for (long left = leftMicros.getAsLong(); left > 0; left = leftMicros.getAsLong()) {
      if (Thread.currentThread().isInterrupted()) {
        return false;
      }
      LockSupport.parkNanos(/* blocker= */ this, left * MICRO_NANOS);
    }
    return true;
  }

  @Override
  public void wake() {
    LockSupport.unpark(thread);
  }
}
