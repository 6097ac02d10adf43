package dev.penstock.store.redis.lease;

import java.util.PriorityQueue;

/** A clock that runs scheduled tasks, and advances from one task to the next. */
final class VirtualTime {
  private record ScheduledTask(long micros, long number, Runnable task)
      implements Comparable<ScheduledTask> {
    @Override
    public int compareTo(ScheduledTask other) {
      int byTime = Long.compare(micros, other.micros);
      return byTime != 0 ? byTime : Long.compare(number, other.number);
    }
  }

  private final PriorityQueue<ScheduledTask> tasks = new PriorityQueue<>();
  private long now;
  private long number;

  long now() {
    return now;
  }

  void after(long micros, Runnable task) {
    tasks.add(new ScheduledTask(now + micros, number++, task));
  }

  void every(long micros, Runnable task) {
    after(
        micros,
        () -> {
          task.run();
          every(micros, task);
        });
  }

  void runUntil(long end) {
    while (!tasks.isEmpty() && tasks.peek().micros() <= end) {
      ScheduledTask next = tasks.remove();
      now = next.micros();
      next.task().run();
    }
    now = end;
  }
}
