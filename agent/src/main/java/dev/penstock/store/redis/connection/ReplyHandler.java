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
  private final NodeConnection connection;
  private final RedirectHandler redirections;
  private final AgentLog log;
  private volatile boolean isFromReplica;

  ReplyHandler(String name, NodeConnection connection, RedirectHandler redirections, AgentLog log) {
    this.name = name;
    this.connection = connection;
    this.redirections = redirections;
    this.log = log;
  }

  /** Called for a new connection, which may lead to another server. */
  void begin() {
    isFromReplica = false;
  }

  /** True if the server has rejected a write because it is a replica. */
  boolean areFromReplica() {
    return isFromReplica;
  }

  void sort(QueuedRequest request, @Nullable Object reply) {
    if (reply instanceof JedisNoScriptException && request.needsWholeText()) {
      connection.sendAgain(request, System.nanoTime());
    } else if (reply instanceof JedisDataException refusal) {
      if (!redirections.redirect(request, refusal, connection)) {
        refuse(request, refusal);
      }
    } else if (reply instanceof List<?> parts && request.question().shape().fits(parts)) {
      request.answer(asList(parts));
    } else {
      String expected = request.question().shape().expected();
      throw unreadable(request, new UnreadableReplyException(expected, ReplyDescription.of(reply)));
    }
  }

  /**
   * Completes a request whose reply is unreadable. The exception is for the thread that reads: the
   * next reply may belong to another request, so that thread must not read on.
   */
  UnreadableReplyException unreadable(QueuedRequest request, UnreadableReplyException why) {
    // The order matters: a caller that learns of the failure must not send its next request here.
    connection.leaveAlone(FailureReasons.of(why));
    request.silence(NoReplyReason.UNREADABLE);
    return why;
  }

  private void refuse(QueuedRequest request, JedisDataException refusal) {
    String message = FailureReasons.of(refusal);
    String code = message.split(" ", 2)[0];
    log.repeated(
        "redis " + name + " " + code,
        "redis " + name + " answers with an error, and rules do what `on-failure` says: " + message,
        null);
    isFromReplica |= code.equals("READONLY");
    request.silence(NoReplyReason.ERROR);
  }

  @SuppressWarnings("unchecked")
  private static List<Object> asList(List<?> reply) {
    return (List<Object>) reply;
  }
}
