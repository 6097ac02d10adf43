package dev.penstock.store.redis.lease;

import java.util.PriorityQueue;

/** A clock that jumps from one event to the next. */
final class VirtualTime {
  private record Appointment(long micros, long number, Runnable what)
      implements Comparable<Appointment> {
    @Override
    public int compareTo(Appointment other) {
      int byTime = Long.compare(micros, other.micros);
      return byTime != 0 ? byTime : Long.compare(number, other.number);
    }
  }

  private final PriorityQueue<Appointment> appointments = new PriorityQueue<>();
  private long now;
  private long number;

  long now() {
    return now;
  }

  void after(long micros, Runnable what) {
    appointments.add(new Appointment(now + micros, number++, what));
  }

  void every(long micros, Runnable what) {
    after(
        micros,
        () -> {
          what.run();
          every(micros, what);
        });
  }

  void runUntil(long end) {
    while (!appointments.isEmpty() && appointments.peek().micros() <= end) {
      Appointment next = appointments.remove();
      now = next.micros();
      next.what().run();
    }
    now = end;
  }
}
