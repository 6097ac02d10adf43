package dev.penstock.redis;

/** Who knows how to reach the server that a courier serves. */
interface Dialer {
  /** Connects in bounded time; throws if nobody who can be asked is there. */
  Line dial();
}
