package dev.penstock.store.redis.connection;

/** Opens a connection to the server of one {@link NodeConnection}. */
interface Connector {
  /** Connects within a bounded time. Throws if no server is available. */
  RedisSocket connect();
}
