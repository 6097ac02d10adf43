package dev.penstock.redis;

import dev.penstock.log.AgentLog;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisNoScriptException;

/** What a courier has sent and not heard of yet, in the order in which answers will come. */
final class Exchange {
  private static final int BATCH = 256;

  private final String name;
  private final Courier courier;
  private final Redirections redirections;
  private final Teller teller;
  private final AgentLog log;
  private final ArrayDeque<Errand> underWay = new ArrayDeque<>(BATCH);
  private final ArrayDeque<Errand> again = new ArrayDeque<>();
  private boolean isWithReplica;

  Exchange(String name, Courier courier, Redirections redirections, Teller teller, AgentLog log) {
    this.name = name;
    this.courier = courier;
    this.redirections = redirections;
    this.teller = teller;
    this.log = log;
  }

  /** A new line: what was said on the last one counts no more. */
  void begin() {
    isWithReplica = false;
  }

  /** True if the server has said that it may not write. */
  boolean isWithReplica() {
    return isWithReplica;
  }

  /** Sends what there is; false if there is nothing. */
  boolean send(Line line, Queue<Errand> queue) {
    Errand errand = next(queue);
    while (errand != null) {
      if (errand.send()) {
        underWay.add(errand);
        line.send(errand);
        if (!errand.isDetoured()) {
          teller.asked.increment();
        }
      }
      errand = underWay.size() < BATCH ? next(queue) : null;
    }
    return !underWay.isEmpty();
  }

  private @Nullable Errand next(Queue<Errand> queue) {
    Errand first = again.peek();
    boolean isDue = first != null && first.notBeforeNanos() - System.nanoTime() <= 0;
    return isDue ? again.poll() : queue.poll();
  }

  /** Reads as many answers as questions were sent, each for the next question. */
  void readAnswers(Line line) {
    Errand errand = underWay.peek();
    while (errand != null) {
      if (errand.isAsking()) {
        line.read();
      }
      Object reply = line.read();
      underWay.poll();
      sort(errand, reply);
      errand = underWay.peek();
    }
    teller.roundTrips.increment();
  }

  private void sort(Errand errand, @Nullable Object reply) {
    if (reply instanceof JedisNoScriptException && errand.needsWholeText()) {
      sendAgain(errand, System.nanoTime());
    } else if (reply instanceof JedisDataException refusal) {
      if (!redirections.redirect(errand, refusal, courier)) {
        refuse(errand, refusal);
      }
    } else {
      errand.answer(asList(reply));
    }
  }

  /** What was sent in vain is sent once more, not before then. */
  void sendAgain(Errand errand, long notBeforeNanos) {
    if (errand.takeBack()) {
      errand.notBefore(notBeforeNanos);
      again.add(errand);
    }
  }

  private void refuse(Errand errand, JedisDataException refusal) {
    String message = Reasons.of(refusal);
    String code = message.split(" ", 2)[0];
    log.repeated(
        "redis " + name + " " + code,
        "redis " + name + " answers with an error, and rules do what `on-failure` says: " + message,
        null);
    isWithReplica |= code.equals("READONLY");
    errand.silence(Silence.ERROR);
  }

  @SuppressWarnings("unchecked")
  private static List<Object> asList(@Nullable Object reply) {
    if (reply instanceof List<?>) {
      return (List<Object>) reply;
    }
    List<Object> list = new ArrayList<>(1);
    if (reply != null) {
      list.add(reply);
    }
    return list;
  }

  /** How long until something has to be sent once more, at most as long as this. */
  long pauseNanos(long nowNanos, long atMostNanos) {
    Errand first = again.peek();
    return first == null ? atMostNanos : Math.min(first.notBeforeNanos() - nowNanos, atMostNanos);
  }

  /** The line is gone: what was on it may have been done or not, and nobody will ever know. */
  void settleAll() {
    Errand errand = underWay.poll();
    while (errand != null) {
      errand.silence(Silence.TOO_LATE);
      errand = underWay.poll();
    }
    errand = again.poll();
    while (errand != null) {
      errand.silence(Silence.AWAY);
      errand = again.poll();
    }
  }
}
