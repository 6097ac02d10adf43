package dev.penstock.outbound.queue;

/** Wakes somebody later, on a thread of its own. */
public interface WakeUpTimer {
  /** Runs this after so many microseconds, unless it is switched off before. */
  Switch after(long micros, Runnable wake);

  /** Switches an alarm off, if it has not gone off. */
  interface Switch {
    void off();
  }
}
