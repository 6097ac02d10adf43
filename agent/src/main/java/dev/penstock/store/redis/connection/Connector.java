package dev.penstock.store.redis.connection;

/** Who knows how to reach the server that a courier serves. */
interface Connector {
  /** Connects in bounded time; throws if nobody who can be asked is there. */
  RedisSocket dial();
}
