package dev.penstock.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.limit.FixedWindow;
import dev.penstock.limit.Limit;
import dev.penstock.limit.SlidingWindow;
import dev.penstock.limit.TokenBucket;
import dev.penstock.log.AgentLog;
import dev.penstock.store.local.LocalStore;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.Test;

/** Calls of each key are admitted exactly up to its limit while the store changes. */
class LocalStoreUnderLoadTest {
  private static final long MINUTE = 60_000_000;
  private static final int PERMITS = 20;
  private static final int SPENDERS = 6;

  /** Limits of equal capacity and different algorithms. */
  private static final Limit[] EQUAL_LIMITS = {
    new FixedWindow(PERMITS, MINUTE),
    new TokenBucket(1, MINUTE, PERMITS),
    new SlidingWindow(PERMITS, MINUTE),
    new TokenBucket(7, MINUTE, PERMITS),
    new FixedWindow(PERMITS, 10 * MINUTE),
  };

  private final LocalStore store =
      new LocalStore(new ManualTicker(), /* mostKeys= */ 1_000_000, AgentLog.onStderr());
  private final AtomicInteger spending = new AtomicInteger();

  @Test
  void limitsAreExactWhileTheTableGrowsAndIsSwept() throws Exception {
    Budget budget = store.budget("api", EQUAL_LIMITS[0]);
    int keys = 20_000;
    AtomicLongArray admitted = new AtomicLongArray(keys);
    // Each key is tried 24 times for its 20 permits; one more thread sweeps at the same time.
    ConcurrentThreads.sum(
        SPENDERS + 1,
        thread ->
            thread < SPENDERS ? spend(keys, 4, admitted, budget) : whileSpending(store::sweep));
    assertAllSpent(admitted, budget);
  }

  @Test
  void limitsAreExactWhileTheAlgorithmChanges() throws Exception {
    for (int round = 0; round < 100; round++) {
      String name = "round " + round;
      Budget budget = store.budget(name, EQUAL_LIMITS[0]);
      AtomicLongArray admitted = new AtomicLongArray(300);
      ConcurrentThreads.sum(
          SPENDERS + 1,
          thread ->
              thread < SPENDERS
                  ? spend(admitted.length(), 4, admitted, budget)
                  : whileSpending(() -> changeLimits(name)));
      assertAllSpent(admitted, budget);
    }
  }

  @Test
  void twoBudgetsAreChargedTogetherWhileTheAlgorithmOfOneChanges() throws Exception {
    for (int round = 0; round < 50; round++) {
      String name = "round " + round;
      Budget budget = store.budget(name, EQUAL_LIMITS[0]);
      Budget total = store.budget("total " + round, new FixedWindow(1_000_000, MINUTE));
      AtomicLongArray admitted = new AtomicLongArray(100);
      ConcurrentThreads.sum(
          SPENDERS + 1,
          thread ->
              thread < SPENDERS
                  ? spend(admitted.length(), 4, admitted, budget, total)
                  : whileSpending(() -> changeLimits(name)));
      assertAllSpent(admitted, budget);
      long inTotal = 0;
      for (int key = 0; key < admitted.length(); key++) {
        inTotal += 1_000_000 - new Spender(store).remaining(key, total);
      }
      assertThat(inTotal).isEqualTo((long) PERMITS * admitted.length());
    }
  }

  @Test
  void theNumberOfKeysIsExactWhileBudgetsAreAddedAndRemoved() throws Exception {
    ManualTicker ticker = new ManualTicker();
    LocalStore store = new LocalStore(ticker, /* mostKeys= */ 500, AgentLog.onStderr());
    spending.set(SPENDERS);
    ConcurrentThreads.sum(
        SPENDERS + 2,
        thread -> {
          if (thread < SPENDERS) {
            Spender spender = new Spender(store);
            for (int i = 0; i < 20_000; i++) {
              Budget budget = store.budget("b" + i % 3, EQUAL_LIMITS[i / 100 % 5]);
              spender.spend(i % 700, budget);
            }
            spending.decrementAndGet();
            return 0;
          }
          return whileSpending(
              thread == SPENDERS ? store::sweep : () -> store.keepOnly(Set.of("b1")));
        });
    ticker.advance(PERMITS * 10 * MINUTE);
    store.sweep();
    assertThat(store.liveKeys()).isZero();
  }

  private long spend(int keys, int times, AtomicLongArray admitted, Budget... budgets) {
    spending.incrementAndGet();
    Spender spender = new Spender(store);
    for (int i = 0; i < times; i++) {
      for (int key = 0; key < keys; key++) {
        if (spender.spend(key, budgets)) {
          admitted.incrementAndGet(key);
        }
      }
    }
    spending.decrementAndGet();
    return 0;
  }

  private long whileSpending(Runnable task) {
    do {
      task.run();
    } while (spending.get() > 0);
    return 0;
  }

  private void changeLimits(String name) {
    for (Limit limit : EQUAL_LIMITS) {
      store.budget(name, limit);
    }
  }

  private void assertAllSpent(AtomicLongArray admitted, Budget budget) {
    for (int key = 0; key < admitted.length(); key++) {
      assertThat(admitted.get(key)).as("key %s", key).isEqualTo(PERMITS);
      assertThat(new Spender(store).remaining(key, budget)).as("key %s", key).isZero();
    }
  }
}
