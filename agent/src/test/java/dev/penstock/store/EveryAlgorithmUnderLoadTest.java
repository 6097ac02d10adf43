package dev.penstock.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.limit.Limit;
import dev.penstock.log.AgentLog;
import dev.penstock.store.local.LocalStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Many threads charge and refund one key, with every algorithm. */
class EveryAlgorithmUnderLoadTest {
  private static final int CAPACITY = 20;
  private static final long KEY = 7;
  private static final int[] THREAD_COUNTS = {2, 3, 4, 8, 16, 32};

  private final LocalStore store =
      new LocalStore(new ManualTicker(), /* mostKeys= */ 1_000_000, AgentLog.onStderr());
  private final AtomicInteger spending = new AtomicInteger();

  static Stream<Limit> rates() {
    return Stream.of(EveryAlgorithm.rates(CAPACITY));
  }

  static Stream<Limit> refundable() {
    return Stream.concat(rates(), Stream.of(EveryAlgorithm.inFlight(CAPACITY)));
  }

  static Stream<Limit> all() {
    return Stream.concat(refundable(), Stream.of(EveryAlgorithm.shaping(CAPACITY)));
  }

  @ParameterizedTest
  @MethodSource("all")
  void exactlyTheCapacityIsAdmittedWhileTheClockStandsStill(Limit limit) throws Exception {
    for (int threads : THREAD_COUNTS) {
      for (int round = 0; round < 10; round++) {
        Budget budget = store.budget(threads + " threads, round " + round, limit);
        spending.set(threads);
        long admitted =
            ConcurrentThreads.sum(
                threads + 1,
                thread ->
                    thread < threads
                        ? spendMoreThanTheCapacity(budget)
                        : whileSpending(store::sweep));
        assertThat(admitted).as("%s threads", threads).isEqualTo(CAPACITY);
        assertThat(new Spender(store).remaining(KEY, budget)).isZero();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("refundable")
  void noRefundIsLostWhileTheTableGrowsAndIsSwept(Limit limit) throws Exception {
    for (int threads : THREAD_COUNTS) {
      Budget budget = store.budget(threads + " threads", limit);
      spendAndRefund(threads, budget, store::sweep);
      assertThat(new Spender(store).remaining(KEY, budget)).isEqualTo(CAPACITY);
    }
  }

  @Test
  void noRefundIsLostWhileTheLimitChanges() throws Exception {
    Limit[] limits = EveryAlgorithm.rates(CAPACITY);
    for (int threads : THREAD_COUNTS) {
      for (int round = 0; round < 5; round++) {
        String name = threads + " threads, round " + round;
        Budget budget = store.budget(name, limits[0]);
        Random random = new Random(round);
        spendAndRefund(
            threads, budget, () -> store.budget(name, limits[random.nextInt(limits.length)]));
        assertThat(new Spender(store).remaining(KEY, budget)).isEqualTo(CAPACITY);
      }
    }
  }

  @Test
  void noSlotIsLostWhileAConcurrencyLimitChanges() throws Exception {
    Budget budget = store.budget("api", EveryAlgorithm.inFlight(CAPACITY));
    Random random = new Random(1);
    spendAndRefund(
        /* threads= */ 8,
        budget,
        () -> store.budget("api", EveryAlgorithm.inFlight(1 + random.nextInt(CAPACITY))));
    store.budget("api", EveryAlgorithm.inFlight(CAPACITY));
    assertThat(new Spender(store).remaining(KEY, budget)).isEqualTo(CAPACITY);
  }

  private void spendAndRefund(int threads, Budget budget, Runnable meanwhile) throws Exception {
    AtomicInteger held = new AtomicInteger();
    spending.set(threads);
    long violations =
        ConcurrentThreads.sum(
            threads + 1,
            thread ->
                thread < threads ? spendAndRefund(thread, budget, held) : whileSpending(meanwhile));
    assertThat(violations).as("times that more slots were held than the capacity").isZero();
  }

  /** Returns how often all threads together held more slots than the key has. */
  private long spendAndRefund(int seed, Budget budget, AtomicInteger held) {
    Random random = new Random(seed);
    Spender spender = new Spender(store);
    List<Receipt> receipts = new ArrayList<>();
    long violations = 0;
    for (int i = 0; i < 600; i++) {
      if (random.nextBoolean() && spender.spend(KEY, budget)) {
        receipts.add(spender.claims().receipt(0));
        violations += held.incrementAndGet() > CAPACITY ? 1 : 0;
      } else if (!receipts.isEmpty()) {
        held.decrementAndGet();
        store.refund(receipts.remove(random.nextInt(receipts.size())));
      }
      if (i % 50 == 0) {
        spender.spend(1_000 * seed + i, budget);
      }
    }
    held.addAndGet(-receipts.size());
    receipts.forEach(store::refund);
    spending.decrementAndGet();
    return violations;
  }

  private long spendMoreThanTheCapacity(Budget budget) {
    Spender spender = new Spender(store);
    long admitted = 0;
    for (int i = 0; i < 2 * CAPACITY; i++) {
      admitted += spender.spend(KEY, budget) ? 1 : 0;
    }
    spending.decrementAndGet();
    return admitted;
  }

  private long whileSpending(Runnable task) {
    do {
      task.run();
      Thread.onSpinWait();
    } while (spending.get() > 0);
    return 0;
  }
}
