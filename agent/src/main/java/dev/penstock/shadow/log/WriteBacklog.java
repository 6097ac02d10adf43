package dev.penstock.shadow.log;

import dev.penstock.shadow.Divergence;
import dev.penstock.shadow.ExcludedTime;
import dev.penstock.shadow.TrafficComparison;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The bounded queue of what is to be written to the log; adding never blocks. */
final class WriteBacklog {
  /*
   * Diverging calls come from threads that serve requests, so they are queued without a lock, and
   * dropped if the queue is full: they are only examples. Minutes are the basis of the verdict and
   * come once per minute from one thread; none may be missing. If the disk blocks for hours, the
   * minutes that do not fit are added up.
   */
  static final int MAX_DIVERGENCES = 16_384;
  static final int MAX_MINUTES = 256;

  private final ConcurrentLinkedQueue<Divergence> divergences = new ConcurrentLinkedQueue<>();
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicLong lost = new AtomicLong();
  private final Queue<Minute> minutes = new ArrayDeque<>();
  private @Nullable RunTotals overflowMinutes;
  private final AtomicReference<@Nullable Clients> clients = new AtomicReference<>();
  private final AtomicReference<@Nullable ExcludedTime> excluded = new AtomicReference<>();
  private final AtomicReference<@Nullable Thread> waitingWriter = new AtomicReference<>();

  /** The counts of one minute for both directions. */
  record Minute(long minute, TrafficComparison inbound, TrafficComparison outbound) {}

  /** The affected clients of both directions. */
  record Clients(TrafficComparison inbound, TrafficComparison outbound) {}

  boolean offer(Divergence divergence) {
    if (waiting.incrementAndGet() > MAX_DIVERGENCES) {
      waiting.decrementAndGet();
      lost.incrementAndGet();
      return false;
    }
    divergences.add(divergence);
    wake();
    return true;
  }

  void add(Minute minute) {
    synchronized (minutes) {
      if (overflowMinutes == null && minutes.size() < MAX_MINUTES) {
        minutes.add(minute);
      } else {
        overflowMinutes = overflowMinutes == null ? new RunTotals() : overflowMinutes;
        overflowMinutes.add(minute.minute(), minute.inbound(), minute.outbound());
      }
    }
    wake();
  }

  void replace(Clients latest) {
    clients.set(latest);
    wake();
  }

  void replace(ExcludedTime latest) {
    excluded.set(latest);
    wake();
  }

  @Nullable Divergence nextDivergence() {
    Divergence next = divergences.poll();
    if (next != null) {
      waiting.decrementAndGet();
    }
    return next;
  }

  @Nullable Minute nextMinute() {
    synchronized (minutes) {
      return minutes.poll();
    }
  }

  /** The sum of the minutes that did not fit, or null. Call it after all minutes are taken. */
  @Nullable RunTotals takeLaterMinutes() {
    synchronized (minutes) {
      RunTotals overflow = overflowMinutes;
      overflowMinutes = null;
      return overflow;
    }
  }

  @Nullable Clients takeClients() {
    return clients.getAndSet(null);
  }

  @Nullable ExcludedTime takeExcluded() {
    return excluded.getAndSet(null);
  }

  boolean isEmpty() {
    synchronized (minutes) {
      if (!minutes.isEmpty() || overflowMinutes != null) {
        return false;
      }
    }
    return clients.get() == null && excluded.get() == null && divergences.isEmpty();
  }

  void addLost(long lines) {
    lost.addAndGet(lines);
  }

  long lost() {
    return lost.get();
  }

  /** Parks the writer until something is added or the thread is unparked. */
  void await() {
    waitingWriter.set(Thread.currentThread());
    // An addition before the line above has not woken this thread.
    if (isEmpty()) {
      LockSupport.park(this);
    }
    waitingWriter.set(null);
  }

  /** Wakes the writer; only the first addition after a pause has to. */
  private void wake() {
    Thread parked = waitingWriter.get();
    if (parked != null && waitingWriter.compareAndSet(parked, null)) {
      LockSupport.unpark(parked);
    }
  }
}
