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

/** Many threads on one key get exactly its limit, and no refund is lost. */
class EveryAlgorithmUnderLoadTest {
  private static final int CAPACITY = 20;
  private static final long KEY = 7;
  private static final int[] CROWDS = {2, 3, 4, 8, 16, 32};

  private final LocalStore store =
      new LocalStore(new ManualTicker(), /* mostKeys= */ 1_000_000, AgentLog.onStderr());
  private final AtomicInteger spending = new AtomicInteger();

  static Stream<Limit> rates() {
    return Stream.of(EveryAlgorithm.rates(CAPACITY));
  }

  static Stream<Limit> givenBack() {
    return Stream.concat(rates(), Stream.of(EveryAlgorithm.inFlight(CAPACITY)));
  }

  static Stream<Limit> all() {
    return Stream.concat(givenBack(), Stream.of(EveryAlgorithm.shaping(CAPACITY)));
  }

  @ParameterizedTest
  @MethodSource("all")
  void exactlyTheCapacityIsAdmittedWhileTheClockStandsStill(Limit limit) throws Exception {
    for (int threads : CROWDS) {
      for (int round = 0; round < 10; round++) {
        Budget budget = store.budget(threads + " threads, round " + round, limit);
        spending.set(threads);
        long admitted =
            Crowd.sum(
                threads + 1,
                thread -> thread < threads ? spree(budget) : whileSpending(store::sweep));
        assertThat(admitted).as("%s threads", threads).isEqualTo(CAPACITY);
        assertThat(new Customer(store).sees(KEY, budget)).isZero();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("givenBack")
  void noRefundIsLostWhileTheTableGrowsAndIsSwept(Limit limit) throws Exception {
    for (int threads : CROWDS) {
      Budget budget = store.budget(threads + " threads", limit);
      takeAndGiveBack(threads, budget, store::sweep);
      assertThat(new Customer(store).sees(KEY, budget)).isEqualTo(CAPACITY);
    }
  }

  @Test
  void noRefundIsLostWhileTheLimitChanges() throws Exception {
    Limit[] limits = EveryAlgorithm.rates(CAPACITY);
    for (int threads : CROWDS) {
      for (int round = 0; round < 5; round++) {
        String name = threads + " threads, round " + round;
        Budget budget = store.budget(name, limits[0]);
        Random random = new Random(round);
        takeAndGiveBack(
            threads, budget, () -> store.budget(name, limits[random.nextInt(limits.length)]));
        assertThat(new Customer(store).sees(KEY, budget)).isEqualTo(CAPACITY);
      }
    }
  }

  @Test
  void callsInFlightAreCountedWhileTheirNumberChanges() throws Exception {
    Budget budget = store.budget("api", EveryAlgorithm.inFlight(CAPACITY));
    Random random = new Random(1);
    takeAndGiveBack(
        /* threads= */ 8,
        budget,
        () -> store.budget("api", EveryAlgorithm.inFlight(1 + random.nextInt(CAPACITY))));
    store.budget("api", EveryAlgorithm.inFlight(CAPACITY));
    assertThat(new Customer(store).sees(KEY, budget)).isEqualTo(CAPACITY);
  }

  private void takeAndGiveBack(int threads, Budget budget, Runnable meanwhile) throws Exception {
    AtomicInteger held = new AtomicInteger();
    spending.set(threads);
    long most =
        Crowd.sum(
            threads + 1,
            thread ->
                thread < threads
                    ? takeAndGiveBack(thread, budget, held)
                    : whileSpending(meanwhile));
    assertThat(most).as("times that more slots than the capacity were in use").isZero();
  }

  /** How often all threads together held more slots than the key has. */
  private long takeAndGiveBack(int seed, Budget budget, AtomicInteger held) {
    Random random = new Random(seed);
    Customer customer = new Customer(store);
    List<Receipt> receipts = new ArrayList<>();
    long tooMany = 0;
    for (int i = 0; i < 600; i++) {
      if (random.nextBoolean() && customer.takes(KEY, budget)) {
        receipts.add(customer.claims().receipt(0));
        tooMany += held.incrementAndGet() > CAPACITY ? 1 : 0;
      } else if (!receipts.isEmpty()) {
        held.decrementAndGet();
        store.refund(receipts.remove(random.nextInt(receipts.size())));
      }
      if (i % 50 == 0) {
        customer.takes(1_000 * seed + i, budget);
      }
    }
    held.addAndGet(-receipts.size());
    receipts.forEach(store::refund);
    spending.decrementAndGet();
    return tooMany;
  }

  private long spree(Budget budget) {
    Customer customer = new Customer(store);
    long admitted = 0;
    for (int i = 0; i < 2 * CAPACITY; i++) {
      admitted += customer.takes(KEY, budget) ? 1 : 0;
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
