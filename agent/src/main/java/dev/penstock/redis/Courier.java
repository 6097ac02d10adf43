package dev.penstock.redis;

import dev.penstock.log.AgentLog;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A thread that carries the questions of all others to one server, many at a time. */
final class Courier {
  /*
   * While one batch is on the wire the next one collects in the queue: the busier the server, the
   * more questions share a round trip, and no more than one connection is ever needed.
   *
   * Nobody watches a batch that is not answered. Those who give up on it, and those who come while
   * it is overdue, find that out by themselves and have the server left alone; its courier goes on
   * waiting for a while, because a late answer keeps the line in step.
   */
  private static final long NOTHING_SENT = 0;
  private static final long SHORTEST_KEEP_NANOS = 1_000_000_000L;

  /** Servers and what is in between hang up on those who are silent for long. */
  private static final long SILENT_NANOS = 10_000_000_000L;

  private final Dialer dialer;
  private final Redirections redirections;
  private final Breaker breaker;
  private final long timeoutNanos;
  private final int keepMillis;

  private final ConcurrentLinkedQueue<Errand> queue = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean isIdle = new AtomicBoolean();
  private final AtomicBoolean isStarted = new AtomicBoolean();
  private final Thread thread;
  private volatile boolean isClosed;
  private volatile @Nullable Line line;
  private volatile long sentAtNanos = NOTHING_SENT;
  private final Exchange exchange;

  Courier(
      String name,
      Dialer dialer,
      Redirections redirections,
      long timeoutNanos,
      Teller teller,
      AgentLog log) {
    this.dialer = dialer;
    this.redirections = redirections;
    exchange = new Exchange(name, this, redirections, teller, log);
    this.timeoutNanos = timeoutNanos;
    keepMillis = (int) (Math.max(SHORTEST_KEEP_NANOS, 10 * timeoutNanos) / 1_000_000);
    breaker = new Breaker(name, log, teller);
    thread = LinkThread.named("penstock-redis-" + name, this::run);
  }

  boolean isAnswering() {
    return breaker.isAnswering();
  }

  /** Takes an errand along, or settles it at once if the server is left alone. */
  void carry(Errand errand) {
    errand.carriedBy(this);
    if (!breaker.isAnswering()) {
      errand.silence(Silence.AWAY);
      return;
    }
    queue.add(errand);
    if (!isStarted.get() && isStarted.compareAndSet(false, true)) {
      thread.start();
    }
    wake();
    // Whoever closed it or left it alone meanwhile may have emptied the queue just before.
    if (isClosed || !breaker.isAnswering()) {
      emptyQueue();
    }
  }

  private void wake() {
    if (isIdle.get() && isIdle.compareAndSet(true, false)) {
      LockSupport.unpark(thread);
    }
  }

  /**
   * Has the server left alone if it is overdue with its answers.
   *
   * @param deadlineNanos of the errand that was given up now
   */
  void noticeSilence(long deadlineNanos) {
    long since = sentAtNanos;
    long nowNanos = System.nanoTime();
    long overdueNanos = since == NOTHING_SENT ? -1 : nowNanos - since - timeoutNanos;
    // If we were late ourselves, it may be this JVM that stood still and not the server.
    boolean isOursToBlame = nowNanos - deadlineNanos > timeoutNanos / 4;
    if (overdueNanos >= (isOursToBlame ? 3 * timeoutNanos : 0) && breaker.isAnswering()) {
      leaveAlone("no answer within " + timeoutNanos / 1_000_000 + " ms");
    }
  }

  private void leaveAlone(String why) {
    if (breaker.leaveAlone(why)) {
      emptyQueue();
    }
    redirections.lost(this);
  }

  private void emptyQueue() {
    Errand errand = queue.poll();
    while (errand != null) {
      errand.silence(Silence.AWAY);
      errand = queue.poll();
    }
  }

  private void run() {
    while (!isClosed) {
      try {
        if (breaker.isAnswering()) {
          work();
        } else {
          probe();
        }
      } catch (Throwable failure) {
        lost(failure);
      }
    }
    hangUp();
    exchange.settleAll();
    emptyQueue();
  }

  private void work() {
    Line line = this.line;
    if (line == null) {
      line = dial();
    }
    sentAtNanos = System.nanoTime() | 1;
    boolean isUnderWay = exchange.send(line, queue);
    if (isUnderWay) {
      exchange.readAnswers(line);
    }
    sentAtNanos = NOTHING_SENT;
    if (exchange.isWithReplica()) {
      // The server that was master is another one now; the next connection finds it.
      hangUp();
      leaveAlone("it is a replica");
    } else if (!isUnderWay) {
      waitForWork(line);
    }
  }

  private Line dial() {
    Line fresh = dialer.dial();
    line = fresh;
    fresh.patience(keepMillis);
    exchange.begin();
    if (isClosed) {
      hangUp();
    }
    return fresh;
  }

  private void waitForWork(Line line) {
    isIdle.set(true);
    if (queue.isEmpty() && !isClosed) {
      long startNanos = System.nanoTime();
      LockSupport.parkNanos(this, exchange.pauseNanos(startNanos, SILENT_NANOS));
      if (isIdle.compareAndSet(true, false) && System.nanoTime() - startNanos >= SILENT_NANOS) {
        keepAlive(line);
      }
    } else {
      isIdle.set(false);
    }
  }

  /** Whether the line has died of silence is better known before somebody needs it. */
  private void keepAlive(Line line) {
    sentAtNanos = System.nanoTime() | 1;
    try {
      line.complaint();
    } catch (RuntimeException itHasDied) {
      hangUp();
    }
    sentAtNanos = NOTHING_SENT;
  }

  private void probe() {
    long untilNanos = System.nanoTime() + breaker.nextPauseNanos();
    long leftNanos = untilNanos - System.nanoTime();
    while (leftNanos > 0 && !isClosed) {
      LockSupport.parkNanos(this, leftNanos);
      leftNanos = untilNanos - System.nanoTime();
    }
    if (isClosed) {
      return;
    }
    Line line = this.line;
    if (line == null) {
      line = dial();
    }
    long askedNanos = System.nanoTime();
    String complaint = line.complaint();
    if (complaint == null && System.nanoTime() - askedNanos < timeoutNanos) {
      breaker.answersAgain();
    } else {
      leaveAlone(complaint == null ? "it answers too late" : Reasons.tidy(complaint));
    }
  }

  /** The line failed: what was on it may have been done or not, and nobody will ever know. */
  private void lost(Throwable failure) {
    hangUp();
    sentAtNanos = NOTHING_SENT;
    if (!isClosed) {
      leaveAlone(Reasons.of(failure));
    }
    exchange.settleAll();
  }

  /** Courier's thread: what was sent in vain is sent once more, not before then. */
  void sendAgain(Errand errand, long notBeforeNanos) {
    exchange.sendAgain(errand, notBeforeNanos);
  }

  private void hangUp() {
    Line last = line;
    line = null;
    if (last != null) {
      last.hangUp();
    }
  }

  /** Lets go of connection and thread. */
  void close() {
    isClosed = true;
    LockSupport.unpark(thread);
    Line last = line;
    if (last != null) {
      last.hangUp();
    }
    emptyQueue();
  }
}
