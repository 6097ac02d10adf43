package dev.penstock.store.redis;

import java.util.concurrent.atomic.LongAdder;

/** Counts what made the decisions, so that metrics show when decisions are made without Redis. */
public final class DecisionSourceCounts {
  private final LongAdder shared = new LongAdder();
  private final LongAdder local = new LongAdder();
  private final LongAdder open = new LongAdder();
  private final LongAdder closed = new LongAdder();
  private final LongAdder lostRefunds = new LongAdder();

  void decidedByRedis() {
    shared.increment();
  }

  void decidedLocally() {
    local.increment();
  }

  void passedUncounted() {
    open.increment();
  }

  void rejectedUnavailable() {
    closed.increment();
  }

  void lostRefund() {
    lostRefunds.increment();
  }

  Decided read() {
    return new Decided(shared.sum(), local.sum(), open.sum(), closed.sum(), lostRefunds.sum());
  }

  /**
   * The counts since the start.
   *
   * @param byRedis decisions by Redis, or from units that Redis has lent
   * @param byLocalShare decisions by this JVM's share, without Redis
   * @param passedUncounted calls that passed uncounted, because of {@code on-failure: open}
   * @param rejectedUnavailable calls that were rejected only because Redis was unavailable
   * @param lostRefunds refunds that may not have reached Redis; these charges expire by themselves
   */
  public record Decided(
      long byRedis,
      long byLocalShare,
      long passedUncounted,
      long rejectedUnavailable,
      long lostRefunds) {}
}
