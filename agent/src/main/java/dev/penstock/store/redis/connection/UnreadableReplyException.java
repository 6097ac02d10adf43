package dev.penstock.store.redis.connection;

import redis.clients.jedis.exceptions.JedisConnectionException;

/** A reply that cannot be read. The connection may be out of step, so it has to be closed. */
final class UnreadableReplyException extends JedisConnectionException {
  private static final long serialVersionUID = 1;

  /** Neither may quote what was received: it could be anything. */
  UnreadableReplyException(String expected, String received) {
    super(
        ("it sent a reply that cannot be read (expected " + expected)
            + (", received " + received + ")"));
  }
}
