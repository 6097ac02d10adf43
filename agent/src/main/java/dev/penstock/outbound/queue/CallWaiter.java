package dev.penstock.outbound.queue;

/** Whoever waits for a call to be decided. */
public interface CallWaiter {
  /** There may be something new; never runs anything of the caller's on this thread. */
  void wake();
}
