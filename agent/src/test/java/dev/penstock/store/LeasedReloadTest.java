package dev.penstock.store;

/** No sequence of reloads makes it possible to spend more than Redis has lent. */
class LeasedReloadTest extends SharedReloadTest {
  @Override
  boolean lends() {
    return true;
  }
}
