package dev.penstock.outbound.queue;

/** Runs tasks after a delay, on threads of its own. */
public interface WakeUpTimer {
  Alarm schedule(long delayMicros, Runnable task);

  /** Runs a task as soon as possible, on a thread of the timer. */
  default void execute(Runnable task) {
    schedule(/* delayMicros= */ 0, task);
  }

  /** A task that is scheduled. */
  interface Alarm {
    /** Cancels the task if it has not started. */
    void cancel();
  }
}
