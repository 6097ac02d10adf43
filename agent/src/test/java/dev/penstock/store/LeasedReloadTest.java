package dev.penstock.store;

/** No sequence of reloads is a way to spend more than Redis has lent. */
class LeasedReloadTest extends SharedReloadTest {
  @Override
  boolean lends() {
    return true;
  }
}
