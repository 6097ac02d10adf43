package dev.penstock.pace;

/** Whoever waits for a call to be decided. */
interface Waiter {
  /** There may be something new; never runs anything of the caller's on this thread. */
  void wake();
}
