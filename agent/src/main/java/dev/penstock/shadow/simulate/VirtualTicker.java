package dev.penstock.shadow.simulate;

import dev.penstock.store.Ticker;

/** The clock of a simulation: shows the time of the latest log line and never goes back. */
final class VirtualTicker implements Ticker {
  private long nowMicros;

  @Override
  public long micros() {
    return nowMicros;
  }

  /** Advances to this time. If the clock is past it, returns by how much; otherwise 0. */
  long moveTo(long micros) {
    long late = nowMicros - micros;
    if (late > 0) {
      return late;
    }
    nowMicros = micros;
    return 0;
  }
}
