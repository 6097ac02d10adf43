package dev.penstock.store.redis.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.limit.FixedWindow;
import dev.penstock.thread.Completion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Several threads take and refund units of leases while the leases are swept. */
class LeaseUnderLoadTest {
  private static final int THREADS = 4;
  private static final int CALLS = 60_000;
  private static final long KEYS = 3;

  private final AtomicLong clock = new AtomicLong();
  private final AtomicLong lent = new AtomicLong();
  private final AtomicLong returned = new AtomicLong();
  private final AtomicLong tokens = new AtomicLong();
  private final AtomicLong taken = new AtomicLong();

  /** Lent units by token. A negative number means that a unit was returned twice. */
  private final Map<Long, AtomicLong> lentByToken = new ConcurrentHashMap<>();

  @Test
  void everyLentUnitIsTakenOrReturnedExactlyOnce() throws Exception {
    ExecutorService lender = Executors.newSingleThreadExecutor();
    ExecutorService callers = Executors.newFixedThreadPool(THREADS + 1);
    try {
      Leases leases =
          new Leases(
              new FixedWindow(1_000_000_000, 60_000_000),
              /* instances= */ 1,
              new LeaseCountLimit(/* most= */ 100),
              request -> lender.execute(() -> reply(request)),
              SimulatedInstance.SILENT);
      CountDownLatch done = new CountDownLatch(THREADS);
      List<Future<?>> results = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        int seed = i;
        results.add(callers.submit(() -> callAll(leases, seed, done)));
      }
      results.add(callers.submit(() -> sweepUntil(done, leases)));
      for (Future<?> result : results) {
        result.get(60, TimeUnit.SECONDS);
      }
      leases.returnAll(clock.get());
      // Twice, because the thread that delivers a late loan also returns it.
      lender.submit(() -> {}).get(60, TimeUnit.SECONDS);
      lender.submit(() -> {}).get(60, TimeUnit.SECONDS);
    } finally {
      callers.shutdownNow();
      lender.shutdownNow();
    }
    assertThat(taken.get()).isGreaterThan(CALLS);
    assertThat(taken.get() + returned.get()).isEqualTo(lent.get());
    assertThat(lentByToken.values()).allMatch(units -> units.get() >= 0);
  }

  private void reply(LoanRequest request) {
    if (request.settles()) {
      returned.addAndGet(request.returnedUnits());
      lentByToken
          .computeIfAbsent(request.settledToken(), unknown -> new AtomicLong())
          .addAndGet(-request.returnedUnits());
    }
    if (!request.isReturn()) {
      long units = Math.max(request.leastUnits(), request.mostUnits() / 2);
      long token = tokens.incrementAndGet();
      lent.addAndGet(units);
      lentByToken.put(token, new AtomicLong(units));
      request.granted(units, /* validMicros= */ 300_000, token, 1_000_000_000, 60_000_000);
    }
  }

  private void sweepUntil(CountDownLatch done, Leases leases) {
    while (done.getCount() > 0) {
      leases.sweep(clock.addAndGet(10_000));
      Thread.onSpinWait();
    }
  }

  private void callAll(Leases leases, int seed, CountDownLatch done) {
    try {
      Random random = new Random(seed);
      for (int i = 0; i < CALLS; i++) {
        long key = random.nextLong(KEYS);
        call(leases, key, 1 + random.nextInt(2), random.nextInt(4) == 0);
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } finally {
      done.countDown();
    }
  }

  private void call(Leases leases, long key, long cost, boolean isRefunded)
      throws InterruptedException {
    for (int tries = 0; tries < 1_000; tries++) {
      long now = clock.addAndGet(1);
      Lease lease = leases.lease(key, key, now);
      if (lease == null) {
        throw new IllegalStateException("there is room for all keys");
      }
      Loan loan = lease.take(cost, now);
      if (loan != null) {
        taken.addAndGet(isRefunded ? 0 : cost);
        if (isRefunded) {
          lease.refund(loan, cost, now);
        }
        return;
      }
      Completion<LoanOutcome> outcome = new Completion<>();
      if (lease.requestLoan(cost, now, outcome) == LoanState.WAITING) {
        assertThat(outcome.await(TimeUnit.SECONDS.toNanos(60))).isTrue();
      }
    }
  }
}
