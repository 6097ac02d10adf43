package dev.penstock.store.redis.connection;

import dev.penstock.log.AgentLog;
import dev.penstock.store.redis.client.NoReplyReason;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisNoScriptException;

/** Takes one Redis reply and completes the pending request with it. */
final class ReplyHandler {
  private final String name;
  private final NodeConnection courier;
  private final RedirectHandler redirections;
  private final AgentLog log;
  private volatile boolean isFromReplica;

  ReplyHandler(String name, NodeConnection courier, RedirectHandler redirections, AgentLog log) {
    this.name = name;
    this.courier = courier;
    this.redirections = redirections;
    this.log = log;
  }

  /** Other lines, maybe to another server: what was said on the last ones counts no more. */
  void begin() {
    isFromReplica = false;
  }

  /** True if the server has said that it may not write. */
  boolean areFromReplica() {
    return isFromReplica;
  }

  void sort(QueuedRequest errand, @Nullable Object reply) {
    if (reply instanceof JedisNoScriptException && errand.needsWholeText()) {
      courier.sendAgain(errand, System.nanoTime());
    } else if (reply instanceof JedisDataException refusal) {
      if (!redirections.redirect(errand, refusal, courier)) {
        refuse(errand, refusal);
      }
    } else if (reply instanceof List<?> parts && errand.question().shape().fits(parts)) {
      errand.answer(asList(parts));
    } else {
      String expected = errand.question().shape().expected();
      throw unreadable(errand, new UnreadableReplyException(expected, ReplyDescription.of(reply)));
    }
  }

  /**
   * Completes an errand whose reply cannot be read. The exception is for the thread that reads: the
   * next reply may belong to another request, so it must not read on.
   */
  UnreadableReplyException unreadable(QueuedRequest errand, UnreadableReplyException why) {
    // In this order: a caller that learns of the failure must not send its next request here.
    courier.leaveAlone(FailureReasons.of(why));
    errand.silence(NoReplyReason.UNREADABLE);
    return why;
  }

  private void refuse(QueuedRequest errand, JedisDataException refusal) {
    String message = FailureReasons.of(refusal);
    String code = message.split(" ", 2)[0];
    log.repeated(
        "redis " + name + " " + code,
        "redis " + name + " answers with an error, and rules do what `on-failure` says: " + message,
        null);
    isFromReplica |= code.equals("READONLY");
    errand.silence(NoReplyReason.ERROR);
  }

  @SuppressWarnings("unchecked")
  private static List<Object> asList(List<?> reply) {
    return (List<Object>) reply;
  }
}
