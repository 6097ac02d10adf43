package dev.penstock.store.redis;

import java.util.concurrent.atomic.LongAdder;

/** How often decisions were made by what: a store that decides without Redis must not hide it. */
public final class DecisionSourceCounts {
  private final LongAdder shared = new LongAdder();
  private final LongAdder local = new LongAdder();
  private final LongAdder open = new LongAdder();
  private final LongAdder closed = new LongAdder();
  private final LongAdder lostRefunds = new LongAdder();

  void decidedByRedis() {
    shared.increment();
  }

  void decidedHere() {
    local.increment();
  }

  void letThrough() {
    open.increment();
  }

  void turnedAway() {
    closed.increment();
  }

  void lostRefund() {
    lostRefunds.increment();
  }

  Decided read() {
    return new Decided(shared.sum(), local.sum(), open.sum(), closed.sum(), lostRefunds.sum());
  }

  /**
   * What was decided, by whom.
   *
   * @param byRedis decisions by Redis, or by what it has lent
   * @param here decisions without it, by this JVM's share
   * @param letThrough claims that were not counted at all, because a rule says so
   * @param turnedAway calls that were refused only because it was away
   * @param lostRefunds charges that could not be given back; they run out by themselves
   */
  public record Decided(
      long byRedis, long here, long letThrough, long turnedAway, long lostRefunds) {}
}
