package dev.penstock.redis;

import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * A line, and what was sent on it and not heard of yet, in the order in which answers will come.
 * Belongs to one thread at a time.
 */
final class Exchange {
  private static final int BATCH = 256;
  private static final long NOTHING_SENT = 0;

  private final Line line;
  private final Replies replies;
  private final Teller teller;
  private final ArrayDeque<Errand> underWay = new ArrayDeque<>();

  /** The first errand has had the answer to its ASKING, but not its own. */
  private boolean isHalfAnswered;

  private long usedAtNanos = System.nanoTime();
  private volatile long sentAtNanos = NOTHING_SENT;

  Exchange(Line line, Replies replies, Teller teller) {
    this.line = line;
    this.replies = replies;
    this.teller = teller;
  }

  Line line() {
    return line;
  }

  /** Sends those that wait, and behind them another if there is one; false if there is nothing. */
  boolean send(@Nullable Errand own, Queue<Errand> waiting) {
    Errand errand = waiting.poll();
    while (errand != null) {
      send(errand);
      errand = underWay.size() < BATCH ? waiting.poll() : null;
    }
    if (own != null) {
      send(own);
    }
    if (underWay.isEmpty()) {
      return false;
    }
    sentAtNanos = System.nanoTime() | 1;
    line.push();
    return true;
  }

  private void send(Errand errand) {
    if (errand.send()) {
      underWay.add(errand);
      line.send(errand);
      if (!errand.isDetoured()) {
        teller.asked.increment();
      }
    }
  }

  /** Reads the answers to all that was sent; false if some are missing when the time is over. */
  boolean readAnswers(long deadlineNanos) {
    Errand errand = underWay.peek();
    while (errand != null) {
      if (!line.hasAnswer(deadlineNanos)) {
        return false;
      }
      Object reply = line.read();
      if (errand.isAsking() && !isHalfAnswered) {
        isHalfAnswered = true;
      } else {
        isHalfAnswered = false;
        underWay.poll();
        replies.sort(errand, reply);
      }
      errand = underWay.peek();
    }
    usedAtNanos = sentAtNanos;
    sentAtNanos = NOTHING_SENT;
    teller.roundTrips.increment();
    return true;
  }

  /** True if it has been silent for so long. */
  boolean isSilentFor(long nanos) {
    return System.nanoTime() - usedAtNanos >= nanos;
  }

  /** What the server says if it is not willing to work; null if it is. */
  @Nullable String complaint() {
    sentAtNanos = System.nanoTime() | 1;
    String complaint = line.complaint();
    usedAtNanos = sentAtNanos;
    sentAtNanos = NOTHING_SENT;
    return complaint;
  }

  /** For how long answers have not come; negative if none are missing. */
  long missedForNanos(long nowNanos) {
    long since = sentAtNanos;
    return since == NOTHING_SENT ? -1 : nowNanos - since;
  }

  /** The line is gone: what was on it may have been done or not, and nobody will ever know. */
  void settleAll() {
    Errand errand = underWay.poll();
    while (errand != null) {
      errand.silence(Silence.TOO_LATE);
      errand = underWay.poll();
    }
  }
}
