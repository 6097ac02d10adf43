package dev.penstock.store.local;

/** Waits for another thread that is about to finish a handful of instructions. */
public final class SpinWait {
  /*
   * The other thread may have been taken off its processor in the middle, so after a short spin the
   * processor is offered to it. It may also have died in the middle, of an error that no code can
   * rule out (no stack or no memory left): then waiting for it would hang the application. So after
   * far longer than any thread is off its processor its lock is broken, and if that does not help,
   * an exception goes to the gate, which lets the call through and says so.
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
