package dev.penstock.store.redis.connection;

import dev.penstock.store.redis.client.RedisAddress;
import redis.clients.jedis.exceptions.JedisDataException;

/** Reaches a server whose place is known. */
final class ServerConnector implements Connector {
  /** For connecting, and then for each step of introducing ourselves. */
  static final int CONNECT_MILLIS = 1_000;

  private final RedisAddress.Node node;
  private final RedisAddress identity;

  ServerConnector(RedisAddress.Node node, RedisAddress identity) {
    this.node = node;
    this.identity = identity;
  }

  @Override
  public RedisSocket dial() {
    return willing(RedisSocket.to(node, identity, CONNECT_MILLIS));
  }

  /** The line, if the server at its other end is ready to work. */
  static RedisSocket willing(RedisSocket socket) {
    String complaint;
    try {
      complaint = socket.complaint();
    } catch (RuntimeException broken) {
      socket.hangUp();
      throw broken;
    }
    if (complaint != null) {
      socket.hangUp();
      throw new JedisDataException(complaint);
    }
    return socket;
  }
}
