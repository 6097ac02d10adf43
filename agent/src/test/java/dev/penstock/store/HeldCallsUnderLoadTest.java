package dev.penstock.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.limit.Limit;
import dev.penstock.log.AgentLog;
import dev.penstock.store.local.LocalStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many threads queue for one bucket, and some leave before their turn. */
class HeldCallsUnderLoadTest {
  /*
   * A call that leaves frees its turn for the next one only if it was the last in the queue. Any other
   * call leaves a hole, because one number cannot store which turns are free. The order of threads is
   * random, so the number of holes is too. But in every order, no turn is given twice, waiting calls
   * keep the pace, every turn is taken, a hole or free, and a hole is gone when its turn has passed.
   */
  private static final int CAPACITY = 20;
  private static final long INTERVAL = 1_000_000;
  private static final long KEY = 7;
  private static final int ROUNDS = 2_000;

  private final AtomicLong clock = new AtomicLong(1_000_000_000 * INTERVAL);
  private final LocalStore store =
      new LocalStore(clock::get, /* mostKeys= */ 1_000_000, AgentLog.onStderr());
  private final Limit limit = EveryAlgorithm.shaping(CAPACITY);
  private final AtomicInteger queueing = new AtomicInteger();

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 8, 16})
  void waitingCallsKeepThePaceWhileOthersLeave(int threads) throws Exception {
    Budget budget = store.budget("api", limit);
    Queue<Long> stayed = new ConcurrentLinkedQueue<>();
    queueing.set(threads);
    Crowd.sum(threads + 1, thread -> thread < threads ? queue(thread, budget, stayed) : sweep());
    List<Long> turns = stayed.stream().sorted().toList();
    assertThat(turns).hasSizeGreaterThan(CAPACITY);
    for (int i = 1; i < turns.size(); i++) {
      assertThat(turns.get(i) - turns.get(i - 1)).as("turn %s", i).isGreaterThanOrEqualTo(INTERVAL);
    }
    clock.addAndGet(2 * CAPACITY * INTERVAL);
    assertThat(new Customer(store).sees(KEY, budget)).as("holes are gone").isEqualTo(CAPACITY);
  }

  /** Records the turns of the calls that stay. */
  private long queue(int seed, Budget budget, Queue<Long> stayed) {
    Random random = new Random(seed);
    Customer customer = new Customer(store);
    for (int i = 0; i < ROUNDS; i++) {
      clock.addAndGet(INTERVAL / 10);
      if (customer.takes(KEY, budget)) {
        Claims claims = customer.claims();
        long delay = claims.delayMicros(0);
        if (delay > 0 && random.nextInt(4) > 0) {
          store.cancel(claims.receipt(0));
        } else {
          stayed.add(claims.settledAtMicros() + delay);
        }
      }
    }
    queueing.decrementAndGet();
    return 0;
  }

  private long sweep() {
    do {
      store.sweep();
      Thread.onSpinWait();
    } while (queueing.get() > 0);
    return 0;
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 8, 16})
  void noTurnIsGivenTwiceAndNoPlaceIsLost(int threads) throws Exception {
    for (int round = 0; round < 10; round++) {
      Budget budget = store.budget("round " + round, limit);
      Set<Long> held = ConcurrentHashMap.newKeySet();
      AtomicInteger left = new AtomicInteger();
      long twice = Crowd.sum(threads, thread -> takeAndLeave(thread, budget, held, left));
      assertThat(twice).as("turns that were given twice").isZero();
      long free = new Customer(store).sees(KEY, budget);
      assertThat(free + held.size()).isBetween(CAPACITY - (long) left.get(), (long) CAPACITY);
      // After the last waiting call, and the holes before it, everything is free.
      long last = held.stream().mapToLong(Long::longValue).max().orElse(-INTERVAL);
      assertThat(free).isLessThanOrEqualTo(CAPACITY - 1 - last / INTERVAL);
      Customer next = new Customer(store);
      if (next.takes(KEY, budget)) {
        store.cancel(next.claims().receipt(0));
      }
      assertThat(next.sees(KEY, budget)).as("the last leaves no hole").isEqualTo(free);
      clock.addAndGet(CAPACITY * INTERVAL);
      assertThat(next.sees(KEY, budget)).isEqualTo(CAPACITY);
    }
  }

  /** Takes turns and leaves some of them while the clock stands still. */
  private long takeAndLeave(int seed, Budget budget, Set<Long> held, AtomicInteger left) {
    Random random = new Random(seed);
    Customer customer = new Customer(store);
    List<Receipt> receipts = new ArrayList<>();
    List<Long> turns = new ArrayList<>();
    long twice = 0;
    for (int i = 0; i < ROUNDS / 10; i++) {
      if (random.nextBoolean() && customer.takes(KEY, budget)) {
        turns.add(customer.claims().delayMicros(0));
        receipts.add(customer.claims().receipt(0));
        twice += held.add(turns.get(turns.size() - 1)) ? 0 : 1;
      } else if (!receipts.isEmpty()) {
        // The latest turn of this thread: often, but not always, the last of all.
        int latest = receipts.size() - 1;
        held.remove(turns.remove(latest));
        left.incrementAndGet();
        store.cancel(receipts.remove(latest));
      }
    }
    return twice;
  }
}
