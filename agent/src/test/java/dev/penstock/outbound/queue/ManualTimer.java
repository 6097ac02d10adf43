package dev.penstock.outbound.queue;

import dev.penstock.store.ManualTicker;
import java.util.Comparator;
import java.util.PriorityQueue;

/** A timer that runs its tasks while a test advances the clock. */
public final class ManualTimer implements WakeUpTimer {
  private record Task(long atMicros, long number, Runnable work) {}

  private final ManualTicker ticker;
  private final PriorityQueue<Task> tasks =
      new PriorityQueue<>(Comparator.comparingLong(Task::atMicros).thenComparing(Task::number));
  private long number;

  public ManualTimer(ManualTicker ticker) {
    this.ticker = ticker;
  }

  @Override
  public Alarm schedule(long delayMicros, Runnable work) {
    Task task = new Task(ticker.micros() + delayMicros, number++, work);
    tasks.add(task);
    return () -> tasks.remove(task);
  }

  /** Advances the clock, and runs each task at its time. */
  public void advance(long micros) {
    long end = ticker.micros() + micros;
    while (!tasks.isEmpty() && tasks.peek().atMicros() <= end) {
      Task next = tasks.remove();
      ticker.advance(Math.max(0, next.atMicros() - ticker.micros()));
      next.work().run();
    }
    ticker.advance(end - ticker.micros());
  }

  /** How many tasks have not run. */
  public int pending() {
    return tasks.size();
  }
}
