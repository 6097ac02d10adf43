package dev.penstock.inbound;

import java.util.concurrent.locks.LockSupport;

/** Holds a call until its turn, on the caller's own thread. */
final class TurnWait {
  private static final long MICRO_NANOS = 1_000;

  private TurnWait() {}

  /** False if the thread was interrupted before its turn had come; it still is, afterwards. */
  static boolean await(long micros) {
    if (micros <= 0) {
      return true;
    }
    long turn = System.nanoTime() + micros * MICRO_NANOS;
    for (long left = micros * MICRO_NANOS; left > 0; left = turn - System.nanoTime()) {
      if (Thread.currentThread().isInterrupted()) {
        return false;
      }
      LockSupport.parkNanos(TurnWait.class, left);
    }
    return true;
  }
}
