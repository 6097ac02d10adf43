package dev.penstock.shadow.simulate;

import dev.penstock.store.Ticker;

/** A clock that stands where the log is, and never goes back. */
final class VirtualTicker implements Ticker {
  private long nowMicros;

  @Override
  public long micros() {
    return nowMicros;
  }

  /** Moves on to this time; if it has passed already, stays and tells by how much. */
  long moveTo(long micros) {
    long late = nowMicros - micros;
    if (late > 0) {
      return late;
    }
    nowMicros = micros;
    return 0;
  }
}
