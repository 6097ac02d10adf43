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
  private final Dialer dialer;
  private final Teller teller;
  private final long timeoutNanos;
  private final long keepNanos;
  private final Queue<Errand> inTurn = new ConcurrentLinkedQueue<>();
  private final Queue<Errand> again = new ConcurrentLinkedQueue<>();
  private final Queue<Exchange> overdue = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean isIdle = new AtomicBoolean();
  private final AtomicBoolean isStarted = new AtomicBoolean();
  private final Thread thread;

  /** The line that it uses at the moment. */
  private @Nullable Exchange inHand;

  /** The line on which all goes in turn; null as long as nobody needed it. */
  private @Nullable Exchange own;

  Attendant(String name, Courier courier, Dialer dialer, long timeoutNanos, Teller teller) {
    this.courier = courier;
    this.dialer = dialer;
    this.timeoutNanos = timeoutNanos;
    this.teller = teller;
    lines = courier.lines();
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

  /** Any thread: has an errand go behind all others that go this way. */
  void carryInTurn(Errand errand) {
    inTurn.add(errand);
    wake();
  }

  /** Those that it has not gone for yet. */
  Queue<Errand> inTurn() {
    return inTurn;
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
    queueAgain();
    if (!inTurn.isEmpty()) {
      goInTurn(ownLine());
    } else if (lines.areMoreWanted()) {
      dialMore();
    } else {
      waitForWork();
    }
  }

  private Exchange ownLine() {
    Exchange known = own;
    if (known == null || !lines.contains(known)) {
      Exchange free = lines.take();
      known = free == null ? dial() : free;
      own = known;
    }
    return known;
  }

  private void goInTurn(Exchange line) {
    inHand = line;
    if (line.send(/* first= */ null, inTurn)) {
      readTo(line);
    }
  }

  /** Reads what is missing, late or not. */
  private void readTo(Exchange line) {
    if (!line.readAnswers(System.nanoTime() + keepNanos)) {
      throw new JedisConnectionException("no answer within " + keepNanos / 1_000_000 + " ms");
    }
    passOn(line);
  }

  @SuppressWarnings("ReferenceEquality") // a line is like no other
  private void passOn(Exchange line) {
    if (line != own || courier.replies().areFromReplica()) {
      courier.passOn(line);
    }
  }

  private Exchange dial() {
    if (lines.isEmpty()) {
      courier.replies().begin();
    }
    Exchange fresh = new Exchange(dialer.dial(), courier.replies(), teller);
    lines.add(fresh);
    if (courier.isClosed()) {
      lines.removeAll();
    }
    return fresh;
  }

  /** Without another line things go on as before, so whatever that fails of says nothing. */
  private void dialMore() {
    boolean areNone = lines.isEmpty();
    try {
      courier.passOn(dial());
    } catch (JedisException noMore) {
      if (areNone) {
        throw noMore;
      }
      lines.areAllThatMayBe();
    }
  }

  private void queueAgain() {
    Errand first = again.peek();
    if (first != null && first.notBeforeNanos() - System.nanoTime() <= 0) {
      again.remove(first);
      inTurn.add(first);
    }
  }

  private void waitForWork() {
    isIdle.set(true);
    if (lines.areMoreWanted() || !overdue.isEmpty() || isOver() || !inTurn.isEmpty()) {
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

  /** Whether a line has died of silence is better known before somebody needs it. */
  private void keepAlive() {
    List<Exchange> kept = new ArrayList<>();
    for (Exchange line = lines.take(); line != null; line = lines.take()) {
      if (staysAlive(line)) {
        kept.add(line);
      }
    }
    kept.forEach(courier::passOn);
    Exchange known = own;
    if (known != null && !staysAlive(known)) {
      own = null;
    }
  }

  /** Of those that are silent one is enough. */
  private boolean staysAlive(Exchange line) {
    if (!line.isSilentFor(SILENT_NANOS) || (lines.size() == 1 && isAlive(line))) {
      return true;
    }
    lines.remove(line);
    return false;
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
    Exchange line = lines.isEmpty() ? dial() : lines.take();
    line = line == null && own != null && lines.contains(own) ? own : line;
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
    passOn(line);
    if (complaint != null || !isInTime) {
      courier.leaveAlone(complaint == null ? "it answers too late" : Reasons.tidy(complaint));
    }
  }
}
