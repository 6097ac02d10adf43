package dev.penstock.store.local;

/** Waits for another thread that needs only a few instructions to finish. */
public final class SpinWait {
  /*
   * The other thread may have lost its processor, so after a short spin this thread yields. The other
   * thread may also have died, of an error that no code can rule out, such as a stack overflow. Waiting
   * for it would hang the application. So after far longer than any thread is off its processor, its
   * lock is broken. If that does not help, an exception goes to the gate, which lets the call
   * continue and logs the error.
   */
  private static final int BEFORE_YIELDING = 100;
  private static final int BEFORE_BREAKING = 500_000;
  private static final int BEFORE_GIVING_UP = 600_000;

  private SpinWait() {}

  @SuppressWarnings("ThreadPriorityCheck") // yielding is the point
  public static void pause(int spins) {
    if (spins < BEFORE_YIELDING) {
      Thread.onSpinWait();
    } else if (spins < BEFORE_GIVING_UP) {
      Thread.yield();
    } else {
      throw new IllegalStateException("a bucket stayed locked");
    }
  }

  static boolean isHopeless(int spins) {
    return spins > BEFORE_BREAKING;
  }
}
