package dev.penstock.store.redis;

import dev.penstock.store.Ticker;

/** The clock of this JVM and its approximate difference from the clock of the Redis server. */
final class ServerClock {
  /*
   * Scripts use the server's clock. Only calendar windows are computed in this JVM, around the
   * approximate server time; half a second does not matter for them.
   */
  private static final long TOLERANCE_MICROS = 500_000;

  private final Ticker ticker;
  private volatile long aheadMicros;

  ServerClock(Ticker ticker) {
    this.ticker = ticker;
  }

  long localMicros() {
    return ticker.micros();
  }

  /** The approximate time of the server. */
  long approxServerMicros() {
    return ticker.micros() + aheadMicros;
  }

  /** Compares the clocks after a reply with the server's time. */
  void adjust(long serverMicros) {
    long ahead = serverMicros - ticker.micros();
    if (Math.abs(ahead - aheadMicros) > TOLERANCE_MICROS) {
      aheadMicros = ahead;
    }
  }
}
