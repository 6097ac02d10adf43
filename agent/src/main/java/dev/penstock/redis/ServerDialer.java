package dev.penstock.redis;

import redis.clients.jedis.exceptions.JedisDataException;

/** Reaches a server whose place is known. */
final class ServerDialer implements Dialer {
  /** For connecting, and then for each step of introducing ourselves. */
  static final int CONNECT_MILLIS = 1_000;

  private final RedisAddress.Node node;
  private final RedisAddress identity;

  ServerDialer(RedisAddress.Node node, RedisAddress identity) {
    this.node = node;
    this.identity = identity;
  }

  @Override
  public Line dial() {
    return willing(Line.to(node, identity, CONNECT_MILLIS));
  }

  /** The line, if the server at its other end is ready to work. */
  static Line willing(Line line) {
    String complaint;
    try {
      complaint = line.complaint();
    } catch (RuntimeException broken) {
      line.hangUp();
      throw broken;
    }
    if (complaint != null) {
      line.hangUp();
      throw new JedisDataException(complaint);
    }
    return line;
  }
}
