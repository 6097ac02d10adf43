package dev.penstock.outbound.queue;

/** Waits for one call to be decided: a thread of the caller, or the timer. */
public interface CallWaiter {
  /** Makes the waiter check its call. Never runs code of the caller on the current thread. */
  void wake();
}
