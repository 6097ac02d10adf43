package dev.penstock.outbound.queue;

import dev.penstock.store.ManualTicker;
import java.util.Comparator;
import java.util.PriorityQueue;

/** An alarm that goes off while a test moves its clock on. */
public final class ManualAlarm implements WakeUpTimer {
  private record Set(long atMicros, long number, Runnable wake) {}

  private final ManualTicker ticker;
  private final PriorityQueue<Set> alarms =
      new PriorityQueue<>(Comparator.comparingLong(Set::atMicros).thenComparing(Set::number));
  private long number;

  public ManualAlarm(ManualTicker ticker) {
    this.ticker = ticker;
  }

  @Override
  public Switch after(long micros, Runnable wake) {
    Set set = new Set(ticker.micros() + micros, number++, wake);
    alarms.add(set);
    return () -> alarms.remove(set);
  }

  /** Moves the clock on, stopping for each alarm on the way. */
  public void advance(long micros) {
    long end = ticker.micros() + micros;
    while (!alarms.isEmpty() && alarms.peek().atMicros() <= end) {
      Set next = alarms.remove();
      ticker.advance(Math.max(0, next.atMicros() - ticker.micros()));
      next.wake().run();
    }
    ticker.advance(end - ticker.micros());
  }

  /** How many have not gone off. */
  public int pending() {
    return alarms.size();
  }
}
