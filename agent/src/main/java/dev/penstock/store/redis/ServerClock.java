package dev.penstock.store.redis;

import dev.penstock.store.Ticker;

/** This JVM's clock, and about how far it is from the server's. */
final class ServerClock {
  /*
   * Scripts go by the server's clock. Only windows of a calendar are worked out here, around the time
   * that it will probably be there; half a second off makes no difference to that.
   */
  private static final long CLOSE_MICROS = 500_000;

  private final Ticker ticker;
  private volatile long aheadMicros;

  ServerClock(Ticker ticker) {
    this.ticker = ticker;
  }

  long localMicros() {
    return ticker.micros();
  }

  /** About what time it is by the server's clock. */
  long aroundMicros() {
    return ticker.micros() + aheadMicros;
  }

  /** The server has just said what time it is. */
  void note(long serverMicros) {
    long ahead = serverMicros - ticker.micros();
    if (Math.abs(ahead - aheadMicros) > CLOSE_MICROS) {
      aheadMicros = ahead;
    }
  }
}
