package dev.penstock.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisException;

/**
 * A courier's own thread: makes its lines, goes for those who cannot go themselves, reads answers
 * that their askers have given up on, so that the line stays in step, and tries a server that is
 * left alone.
 */
final class Attendant implements Runnable {
  private static final long SHORTEST_KEEP_NANOS = 1_000_000_000L;

  /** Servers and what is in between hang up on those who are silent for long. */
  private static final long SILENT_NANOS = 10_000_000_000L;

  private final Courier courier;
  private final Lines lines;
  private final Queue<Errand> waiting;
  private final Dialer dialer;
  private final Teller teller;
  private final long timeoutNanos;
  private final long keepNanos;
  private final Queue<Errand> again = new ConcurrentLinkedQueue<>();
  private final Queue<Exchange> overdue = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean isIdle = new AtomicBoolean();
  private final AtomicBoolean isStarted = new AtomicBoolean();
  private final Thread thread;

  /** The line that it uses at the moment. */
  private @Nullable Exchange inHand;

  Attendant(String name, Courier courier, Dialer dialer, long timeoutNanos, Teller teller) {
    this.courier = courier;
    this.dialer = dialer;
    this.timeoutNanos = timeoutNanos;
    this.teller = teller;
    lines = courier.lines();
    waiting = courier.waiting();
    keepNanos = Math.max(SHORTEST_KEEP_NANOS, 10 * timeoutNanos);
    thread = LinkThread.named("penstock-redis-" + name, this);
  }

  void startOnce() {
    if (!isStarted.get() && isStarted.compareAndSet(false, true)) {
      thread.start();
    }
  }

  /** There is something to do. */
  void wake() {
    if (isIdle.get() && isIdle.compareAndSet(true, false)) {
      LockSupport.unpark(thread);
    }
  }

  void wakeForGood() {
    LockSupport.unpark(thread);
  }

  /** Any thread: leaves a line on which answers are missing that nobody waits for any longer. */
  void leaveTo(Exchange line) {
    overdue.add(line);
    wake();
  }

  /** Any thread: has an errand sent when its time has come. */
  void sendLater(Errand errand) {
    again.add(errand);
    wake();
  }

  @Override
  public void run() {
    while (!courier.isClosed()) {
      inHand = overdue.poll();
      try {
        if (inHand != null) {
          readTo(inHand);
        } else if (courier.isAnswering()) {
          work();
        } else {
          probe();
        }
      } catch (Throwable failure) {
        courier.lost(inHand, failure);
      }
    }
    settleAll();
  }

  private void settleAll() {
    lines.removeAll();
    for (Exchange late = overdue.poll(); late != null; late = overdue.poll()) {
      late.settleAll();
    }
    for (Errand errand = again.poll(); errand != null; errand = again.poll()) {
      errand.silence(Silence.AWAY);
    }
    courier.emptyQueue();
  }

  private void work() {
    if (lines.isEmpty()) {
      dial();
    }
    queueAgain();
    Exchange line = waiting.isEmpty() ? null : lines.take();
    inHand = line;
    if (line == null && lines.areMoreWanted()) {
      dialAnother();
    } else if (line == null) {
      waitForWork();
    } else if (line.send(/* own= */ null, waiting)) {
      readTo(line);
    } else {
      courier.passOn(line);
    }
  }

  /** Reads what is missing, late or not. */
  private void readTo(Exchange line) {
    if (!line.readAnswers(System.nanoTime() + keepNanos)) {
      throw new JedisConnectionException("no answer within " + keepNanos / 1_000_000 + " ms");
    }
    courier.passOn(line);
  }

  private void dial() {
    courier.replies().begin();
    lines.add(new Exchange(dialer.dial(), courier.replies(), teller));
    if (courier.isClosed()) {
      lines.removeAll();
    }
  }

  /** Without another line things go on as before, so whatever it fails of says nothing. */
  private void dialAnother() {
    try {
      lines.add(new Exchange(dialer.dial(), courier.replies(), teller));
    } catch (JedisException noMore) {
      lines.areAllThatMayBe();
    }
  }

  private void queueAgain() {
    Errand first = again.peek();
    if (first != null && first.notBeforeNanos() - System.nanoTime() <= 0) {
      again.remove(first);
      waiting.add(first);
    }
  }

  private void waitForWork() {
    isIdle.set(true);
    if (lines.areMoreWanted() || !overdue.isEmpty() || isOver() || isQueueOurs()) {
      isIdle.set(false);
      return;
    }
    long startNanos = System.nanoTime();
    Errand next = again.peek();
    long pauseNanos =
        next == null ? SILENT_NANOS : Math.min(SILENT_NANOS, next.notBeforeNanos() - startNanos);
    LockSupport.parkNanos(this, pauseNanos);
    if (isIdle.compareAndSet(true, false) && System.nanoTime() - startNanos >= SILENT_NANOS) {
      keepAlive();
    }
  }

  /** True if there is no work to wait for: the server is left alone, or nobody asks any more. */
  private boolean isOver() {
    return !courier.isAnswering() || courier.isClosed();
  }

  /** True if nobody else sees to those who wait. */
  private boolean isQueueOurs() {
    Errand first = waiting.peek();
    return first != null && (lines.isEmpty() || lines.hasFree());
  }

  /** Whether a line has died of silence is better known before somebody needs it. */
  private void keepAlive() {
    Exchange line = lines.take();
    List<Exchange> kept = new ArrayList<>();
    while (line != null) {
      boolean isOneTooMany = line.isSilentFor(SILENT_NANOS) && lines.size() > 1;
      if (isOneTooMany || (line.isSilentFor(SILENT_NANOS) && !isAlive(line))) {
        lines.remove(line);
      } else {
        kept.add(line);
      }
      line = lines.take();
    }
    kept.forEach(courier::passOn);
  }

  private static boolean isAlive(Exchange line) {
    try {
      line.complaint();
      return true;
    } catch (RuntimeException itHasDied) {
      return false;
    }
  }

  private void probe() {
    long untilNanos = System.nanoTime() + courier.breaker().nextPauseNanos();
    long leftNanos = untilNanos - System.nanoTime();
    while (leftNanos > 0 && !courier.isClosed()) {
      LockSupport.parkNanos(this, leftNanos);
      leftNanos = untilNanos - System.nanoTime();
    }
    if (courier.isClosed() || !overdue.isEmpty()) {
      return;
    }
    if (lines.isEmpty()) {
      dial();
    }
    Exchange line = lines.take();
    inHand = line;
    if (line != null) {
      probe(line);
    }
  }

  private void probe(Exchange line) {
    long askedNanos = System.nanoTime();
    String complaint = line.complaint();
    boolean isInTime = System.nanoTime() - askedNanos < timeoutNanos;
    if (complaint == null && isInTime) {
      courier.breaker().answersAgain();
    }
    courier.passOn(line);
    if (complaint != null || !isInTime) {
      courier.leaveAlone(complaint == null ? "it answers too late" : Reasons.tidy(complaint));
    }
  }
}
