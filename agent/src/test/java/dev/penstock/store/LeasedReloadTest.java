package dev.penstock.store;

/** Reloads of limits whose units are leased from Redis. */
class LeasedReloadTest extends RedisReloadTest {
  @Override
  boolean isLeased() {
    return true;
  }
}
