package dev.penstock.store.redis.connection;

import redis.clients.jedis.exceptions.JedisConnectionException;

/** A reply that is not valid. The connection may be out of step and has to be closed. */
final class UnreadableReplyException extends JedisConnectionException {
  private static final long serialVersionUID = 1;

  /** Neither argument may quote received bytes, because these can be anything. */
  UnreadableReplyException(String expected, String received) {
    super("it sent an unreadable reply: expected " + expected + ", received " + received);
  }
}
