package dev.penstock.store;

import java.util.concurrent.atomic.AtomicLong;

/** A clock that a test advances. */
public final class ManualTicker implements Ticker {
  private final AtomicLong micros = new AtomicLong(1_800_000_000_000_000L);

  @Override
  public long micros() {
    return micros.get();
  }

  public void advance(long byMicros) {
    micros.addAndGet(byMicros);
  }
}
