package dev.penstock.store.redis.connection;

import dev.penstock.log.AgentLog;
import dev.penstock.store.redis.client.NoReplyReason;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisNoScriptException;

/** Handles replies that are not the result of a script: errors and unreadable replies. */
final class ErrorReplyHandler {
  private final String name;
  private final NodeConnection connection;
  private final RedirectHandler redirectHandler;
  private final AgentLog log;
  private volatile boolean isReplica;

  ErrorReplyHandler(
      String name, NodeConnection connection, RedirectHandler redirectHandler, AgentLog log) {
    this.name = name;
    this.connection = connection;
    this.redirectHandler = redirectHandler;
    this.log = log;
  }

  /** Called for a new connection, which may lead to another server. */
  void reset() {
    isReplica = false;
  }

  /** True if the server has rejected a write because it is a replica. */
  boolean isReplica() {
    return isReplica;
  }

  /** Sends the request again if the error says so, or completes it without a reply. */
  void handle(QueuedRequest request, @Nullable Object reply) {
    if (!(reply instanceof JedisDataException error)) {
      String expected = request.call().expected();
      throw unreadable(request, new UnreadableReplyException(expected, ReplyDescription.of(reply)));
    }
    if (error instanceof JedisNoScriptException && request.switchToScriptText()) {
      connection.resend(request, System.nanoTime());
    } else if (!redirectHandler.redirect(request, error, connection)) {
      failWithError(request, error);
    }
  }

  /**
   * Completes a request whose reply is unreadable. The exception is for the thread that reads: the
   * next reply may belong to another request, so that thread must not read on.
   */
  UnreadableReplyException unreadable(QueuedRequest request, UnreadableReplyException failure) {
    // The order matters: a caller that learns of the failure must not send its next request here.
    connection.openBreaker(FailureReasons.of(failure));
    request.fail(NoReplyReason.UNREADABLE);
    return failure;
  }

  private void failWithError(QueuedRequest request, JedisDataException error) {
    String message = FailureReasons.of(error);
    String code = message.split(" ", 2)[0];
    log.repeated(
        "redis " + name + " " + code,
        ("Redis " + name + " rejected a script (" + message + "). Rules apply their")
            + " `on-failure` setting to the calls concerned.",
        null);
    isReplica |= code.equals("READONLY");
    request.fail(NoReplyReason.ERROR);
  }
}
