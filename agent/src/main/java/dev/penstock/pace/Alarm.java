package dev.penstock.pace;

/** Wakes somebody later, on a thread of its own. */
interface Alarm {
  /** Runs this after so many microseconds, unless it is switched off before. */
  Switch after(long micros, Runnable wake);

  /** Switches an alarm off, if it has not gone off. */
  interface Switch {
    void off();
  }
}
