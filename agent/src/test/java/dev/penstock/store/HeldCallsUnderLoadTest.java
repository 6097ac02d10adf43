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

/** Many threads queue for one bucket, and some cancel their calls before their turn. */
class HeldCallsUnderLoadTest {
  /*
   * A cancelled call releases its turn only if it was the last in the queue. Any other one leaves
   * an unused turn, because one number cannot store which turns are free. The order of threads is
   * random, so the number of unused turns is too. But in every order, no turn is given twice,
   * waiting calls keep the pace, every turn is taken, unused or free, and an unused turn expires.
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
  void waitingCallsKeepThePaceWhileOthersAreCancelled(int threads) throws Exception {
    Budget budget = store.budget("api", limit);
    Queue<Long> keptTurns = new ConcurrentLinkedQueue<>();
    queueing.set(threads);
    ConcurrentThreads.sum(
        threads + 1, thread -> thread < threads ? queue(thread, budget, keptTurns) : sweep());
    List<Long> turns = keptTurns.stream().sorted().toList();
    assertThat(turns).hasSizeGreaterThan(CAPACITY);
    for (int i = 1; i < turns.size(); i++) {
      assertThat(turns.get(i) - turns.get(i - 1)).as("turn %s", i).isGreaterThanOrEqualTo(INTERVAL);
    }
    clock.addAndGet(2 * CAPACITY * INTERVAL);
    assertThat(new Spender(store).remaining(KEY, budget))
        .as("unused turns have expired")
        .isEqualTo(CAPACITY);
  }

  /** Records the turns of the calls that are not cancelled. */
  private long queue(int seed, Budget budget, Queue<Long> keptTurns) {
    Random random = new Random(seed);
    Spender spender = new Spender(store);
    for (int i = 0; i < ROUNDS; i++) {
      clock.addAndGet(INTERVAL / 10);
      if (spender.spend(KEY, budget)) {
        Claims claims = spender.claims();
        long delay = claims.delayMicros(0);
        if (delay > 0 && random.nextInt(4) > 0) {
          store.cancel(claims.receipt(0));
        } else {
          keptTurns.add(claims.settledAtMicros() + delay);
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
  void noTurnIsGivenTwiceAndNoTurnIsLost(int threads) throws Exception {
    for (int round = 0; round < 10; round++) {
      Budget budget = store.budget("round " + round, limit);
      Set<Long> held = ConcurrentHashMap.newKeySet();
      AtomicInteger cancelled = new AtomicInteger();
      long twice =
          ConcurrentThreads.sum(threads, thread -> takeAndCancel(thread, budget, held, cancelled));
      assertThat(twice).as("turns that were given twice").isZero();
      long free = new Spender(store).remaining(KEY, budget);
      assertThat(free + held.size()).isBetween(CAPACITY - (long) cancelled.get(), (long) CAPACITY);
      // All turns after the last waiting call are free.
      long last = held.stream().mapToLong(Long::longValue).max().orElse(-INTERVAL);
      assertThat(free).isLessThanOrEqualTo(CAPACITY - 1 - last / INTERVAL);
      Spender next = new Spender(store);
      if (next.spend(KEY, budget)) {
        store.cancel(next.claims().receipt(0));
      }
      assertThat(next.remaining(KEY, budget))
          .as("the cancelled last call leaves no unused turn")
          .isEqualTo(free);
      clock.addAndGet(CAPACITY * INTERVAL);
      assertThat(next.remaining(KEY, budget)).isEqualTo(CAPACITY);
    }
  }

  /** Takes turns and cancels some of them while the clock stands still. */
  private long takeAndCancel(int seed, Budget budget, Set<Long> held, AtomicInteger cancelled) {
    Random random = new Random(seed);
    Spender spender = new Spender(store);
    List<Receipt> receipts = new ArrayList<>();
    List<Long> turns = new ArrayList<>();
    long twice = 0;
    for (int i = 0; i < ROUNDS / 10; i++) {
      if (random.nextBoolean() && spender.spend(KEY, budget)) {
        turns.add(spender.claims().delayMicros(0));
        receipts.add(spender.claims().receipt(0));
        twice += held.add(turns.get(turns.size() - 1)) ? 0 : 1;
      } else if (!receipts.isEmpty()) {
        // The latest turn of this thread: often, but not always, the last of all.
        int latest = receipts.size() - 1;
        held.remove(turns.remove(latest));
        cancelled.incrementAndGet();
        store.cancel(receipts.remove(latest));
      }
    }
    return twice;
  }
}
