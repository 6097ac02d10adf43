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

/** What waits to be written to the log: as much as fits, and nobody waits because of it. */
final class WriteBacklog {
  /*
   * Diverging calls come from threads that serve requests, so they are taken without a lock and
   * refused if too many wait already: they are examples. Minutes are the sums that a verdict is made
   * of, come once a minute from one thread, and none may be missing. If the disk stands still for
   * hours, those that do not fit are added up to one.
   */
  static final int MOST_DIVERGENCES = 16_384;
  static final int MOST_MINUTES = 256;

  private final ConcurrentLinkedQueue<Divergence> divergences = new ConcurrentLinkedQueue<>();
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicLong lost = new AtomicLong();
  private final Queue<Minute> minutes = new ArrayDeque<>();
  private @Nullable RunTotals laterMinutes;
  private final AtomicReference<@Nullable Clients> clients = new AtomicReference<>();
  private final AtomicReference<@Nullable ExcludedTime> excluded = new AtomicReference<>();
  private final AtomicReference<@Nullable Thread> sleeper = new AtomicReference<>();

  /** The counts of one minute, both ways. */
  record Minute(long minute, TrafficComparison inbound, TrafficComparison outbound) {}

  /** Those who are affected, both ways. */
  record Clients(TrafficComparison inbound, TrafficComparison outbound) {}

  boolean offer(Divergence divergence) {
    if (waiting.incrementAndGet() > MOST_DIVERGENCES) {
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
      if (laterMinutes == null && minutes.size() < MOST_MINUTES) {
        minutes.add(minute);
      } else {
        laterMinutes = laterMinutes == null ? new RunTotals() : laterMinutes;
        laterMinutes.add(minute.minute(), minute.inbound(), minute.outbound());
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

  /** The sum of the minutes that did not fit; null if all did. To be asked after the minutes. */
  @Nullable RunTotals takeLaterMinutes() {
    synchronized (minutes) {
      RunTotals later = laterMinutes;
      laterMinutes = null;
      return later;
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
      if (!minutes.isEmpty() || laterMinutes != null) {
        return false;
      }
    }
    return clients.get() == null && excluded.get() == null && divergences.isEmpty();
  }

  void lose(long lines) {
    lost.addAndGet(lines);
  }

  long lost() {
    return lost.get();
  }

  /** Parks this thread until there is something, or somebody wakes it. */
  void await() {
    sleeper.set(Thread.currentThread());
    // Whatever was added before the line above woke nobody.
    if (isEmpty()) {
      LockSupport.park(this);
    }
    sleeper.set(null);
  }

  /** Only the first one after a pause pays for waking the writer. */
  private void wake() {
    Thread asleep = sleeper.get();
    if (asleep != null && sleeper.compareAndSet(asleep, null)) {
      LockSupport.unpark(asleep);
    }
  }
}
