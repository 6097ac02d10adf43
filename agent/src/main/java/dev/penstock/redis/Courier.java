package dev.penstock.redis;

import dev.penstock.log.AgentLog;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** Sees that questions get to one server and answers back, with a few lines for all threads. */
final class Courier {
  /*
   * A thread that waits for its answer anyway takes a free line and goes itself. If there is none its
   * errand waits in a queue; whoever is done with a line gives it to the first in the queue, who
   * takes all the others along. So the busier the server, the more questions share a round trip, and
   * nobody has to be woken only to wake another.
   *
   * Those who must not wait, and virtual threads, leave that to a thread of the courier's own, the
   * attendant.
   *
   * Nobody watches what is not answered. Those who give up, and those who come while an answer is
   * overdue, find that out by themselves and have the server left alone. Its lines live and die
   * together: what one of them dies of has mostly happened to all.
   */
  private final Redirections redirections;
  private final Breaker breaker;
  private final Replies replies;
  private final Lines lines = new Lines();
  private final long timeoutNanos;
  private final Queue<Errand> queue = new ConcurrentLinkedQueue<>();
  private final Attendant attendant;
  private volatile boolean isClosed;

  Courier(
      String name,
      Dialer dialer,
      Redirections redirections,
      long timeoutNanos,
      Teller teller,
      AgentLog log) {
    this.redirections = redirections;
    this.timeoutNanos = timeoutNanos;
    replies = new Replies(name, this, redirections, log);
    breaker = new Breaker(name, log, teller);
    attendant = new Attendant(name, this, dialer, timeoutNanos, teller);
  }

  boolean isAnswering() {
    return breaker.isAnswering();
  }

  boolean isClosed() {
    return isClosed;
  }

  Breaker breaker() {
    return breaker;
  }

  Lines lines() {
    return lines;
  }

  Replies replies() {
    return replies;
  }

  Queue<Errand> waiting() {
    return queue;
  }

  /** Takes an errand along, or settles it at once if the server is left alone. */
  void carry(Errand errand) {
    Exchange free =
        errand.isAwaitedByCaller() && errand.canBeChosen() && breaker.isAnswering()
            ? lines.take()
            : null;
    if (free == null) {
      queue(errand);
    } else {
      errand.carriedBy(this);
      carryOn(free, errand);
    }
  }

  /** The same, but not on this thread. */
  void queue(Errand errand) {
    errand.carriedBy(this);
    if (!breaker.isAnswering()) {
      errand.silence(Silence.AWAY);
      return;
    }
    queue.add(errand);
    attendant.startOnce();
    seeToQueue();
    // Whoever closed it or left it alone meanwhile may have emptied the queue just before.
    if (isClosed || !breaker.isAnswering()) {
      emptyQueue();
    }
  }

  /** The thread that asked: goes with its errand and those that wait, until its own deadline. */
  void carryOn(Exchange line, Errand own) {
    try {
      if (!line.send(own, queue) || line.readAnswers(own.deadlineNanos())) {
        passOn(line);
      } else {
        attendant.leaveTo(line);
      }
    } catch (Throwable failure) {
      lost(line, failure);
    }
  }

  /** Whoever has a line and needs it no longer: somebody else may. */
  void passOn(Exchange line) {
    if (replies.areFromReplica()) {
      // The server that was master is another one now; the next connection finds it.
      lines.removeAll();
      leaveAlone("it is a replica");
    } else {
      lines.giveBack(line);
      seeToQueue();
    }
  }

  /** Sees that somebody goes for those who wait, if there is a line; or else that there will be. */
  private void seeToQueue() {
    Errand first = queue.peek();
    while (first != null) {
      boolean canGo = first.canBeChosen();
      Exchange line = canGo ? lines.take() : null;
      if (line == null) {
        if (!canGo || lines.isEmpty() || lines.wantMore()) {
          attendant.wake();
        }
        return;
      }
      if (queue.remove(first) && first.choose(line)) {
        return;
      }
      lines.giveBack(line);
      first = queue.peek();
    }
  }

  /**
   * Has the server left alone if it is overdue with its answers.
   *
   * @param deadlineNanos of the errand that was given up now
   */
  void noticeSilence(long deadlineNanos) {
    long nowNanos = System.nanoTime();
    long overdueNanos = lines.missedForNanos(nowNanos) - timeoutNanos;
    // If we were late ourselves, it may be this JVM that stood still and not the server.
    boolean isOursToBlame = nowNanos - deadlineNanos > timeoutNanos / 4;
    if (overdueNanos >= (isOursToBlame ? 3 * timeoutNanos : 0) && breaker.isAnswering()) {
      leaveAlone("no answer within " + timeoutNanos / 1_000_000 + " ms");
    }
  }

  void leaveAlone(String why) {
    if (breaker.leaveAlone(why)) {
      emptyQueue();
      attendant.wake();
    }
    redirections.lost(this);
  }

  void emptyQueue() {
    Errand errand = queue.poll();
    while (errand != null) {
      errand.silence(Silence.AWAY);
      errand = queue.poll();
    }
  }

  /**
   * A line failed, or there is none: what was on it may have been done or not, and nobody will ever
   * know.
   */
  void lost(@Nullable Exchange line, Throwable failure) {
    boolean isNews = line == null || lines.remove(line);
    if (isNews) {
      lines.removeAll();
    }
    if (isNews && !isClosed) {
      leaveAlone(Reasons.of(failure));
    }
    if (line != null) {
      line.settleAll();
    }
  }

  /** Carrier: what was sent in vain is sent once more, not before then. */
  void sendAgain(Errand errand, long notBeforeNanos) {
    if (errand.takeBack()) {
      errand.notBefore(notBeforeNanos);
      if (notBeforeNanos - System.nanoTime() <= 0) {
        queue(errand);
      } else {
        attendant.sendLater(errand);
      }
    }
  }

  /** Lets go of connections and thread. */
  void close() {
    isClosed = true;
    attendant.wakeForGood();
    lines.removeAll();
    emptyQueue();
  }
}
