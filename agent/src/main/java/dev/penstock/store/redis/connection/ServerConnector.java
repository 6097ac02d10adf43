package dev.penstock.store.redis.connection;

import dev.penstock.store.redis.client.RedisAddress;
import redis.clients.jedis.exceptions.JedisDataException;

/** Connects to a server with a fixed address. */
final class ServerConnector implements Connector {
  /** For the connection, and then for each command of the handshake. */
  static final int CONNECT_MILLIS = 1_000;

  private final RedisAddress.Node node;
  private final RedisAddress identity;

  ServerConnector(RedisAddress.Node node, RedisAddress identity) {
    this.node = node;
    this.identity = identity;
  }

  @Override
  public RedisSocket connect() {
    return requireWorking(RedisSocket.connect(node, identity, CONNECT_MILLIS));
  }

  /** Returns the connection if the server accepts commands; closes it otherwise. */
  static RedisSocket requireWorking(RedisSocket socket) {
    String error;
    try {
      error = socket.ping();
    } catch (RuntimeException broken) {
      socket.close();
      throw broken;
    }
    if (error != null) {
      socket.close();
      throw new JedisDataException(error);
    }
    return socket;
  }
}
