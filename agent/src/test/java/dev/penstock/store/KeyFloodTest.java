package dev.penstock.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.limit.Concurrency;
import dev.penstock.limit.FixedWindow;
import dev.penstock.limit.Limit;
import dev.penstock.limit.SlidingLog;
import dev.penstock.limit.SlidingWindow;
import dev.penstock.limit.TokenBucket;
import dev.penstock.log.AgentLog;
import dev.penstock.store.local.LocalStore;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A flood of keys on one limit does not affect the clients of other limits. */
class KeyFloodTest {
  private static final long MINUTE = 60_000_000;
  private static final int MOST_KEYS = 1_000;
  private static final int FLOOD = 1_500;

  /** The places that each of three limits is guaranteed: half of all places, divided by three. */
  private static final int GUARANTEED = 166;

  private static final int PERMITS = 3;

  private final ManualTicker ticker = new ManualTicker();
  private final AtomicLong logNanos = new AtomicLong();
  private final ByteArrayOutputStream logged = new ByteArrayOutputStream();
  private final AgentLog log =
      new AgentLog(
          new PrintStream(logged, /* autoFlush= */ true, StandardCharsets.UTF_8),
          /* debugging= */ false,
          logNanos::get);
  private final LocalStore store = new LocalStore(ticker, MOST_KEYS, log);
  private final Spender spender = new Spender(store);

  @Test
  void newClientsOfOtherLimitsKeepTheirOwnExactLimits() {
    Budget flooded = store.budget("flooded", new FixedWindow(PERMITS, MINUTE));
    Budget bucket = store.budget("bucket", new TokenBucket(1, MINUTE, PERMITS));
    Budget window = store.budget("window", new SlidingWindow(PERMITS, MINUTE));
    flood(flooded);
    for (int client = 0; client < GUARANTEED; client++) {
      assertThat(admitted(client, bucket)).as("client %s", client).isEqualTo(PERMITS);
      assertThat(admitted(client, window)).as("client %s", client).isEqualTo(PERMITS);
    }
    assertThat(bucket.overflows() + window.overflows()).isZero();
    assertThat(flooded.overflows()).isPositive();
    assertThat(store.liveKeys()).isLessThanOrEqualTo(MOST_KEYS + 1);
  }

  @Test
  void twoFloodsShareTheCommonPlacesAndAThirdLimitKeepsItsGuaranteedPlaces() {
    Budget one = store.budget("one", new FixedWindow(PERMITS, MINUTE));
    Budget two = store.budget("two", new SlidingLog(PERMITS, MINUTE));
    Budget calm = store.budget("calm", new FixedWindow(PERMITS, MINUTE));
    for (int key = 0; key < FLOOD; key++) {
      spender.spend(1_000_000 + key, one);
      spender.spend(2_000_000 + key, two);
    }
    for (int client = 0; client < GUARANTEED; client++) {
      assertThat(admitted(client, calm)).as("client %s", client).isEqualTo(PERMITS);
    }
    assertThat(one.liveKeys()).isGreaterThan(GUARANTEED);
    assertThat(two.liveKeys()).isGreaterThan(GUARANTEED);
    assertThat(store.liveKeys()).isLessThanOrEqualTo(MOST_KEYS + 2);
  }

  @Test
  void aFloodOnOneLimitOfARuleDoesNotAffectItsOtherLimits() {
    Budget byName = store.budget("login by name", new FixedWindow(PERMITS, MINUTE));
    Budget byIp = store.budget("login by ip", new FixedWindow(PERMITS, MINUTE));
    for (int key = 0; key < FLOOD; key++) {
      spender.spend(new long[] {key, /* ip= */ key % 10}, byName, byIp);
    }
    assertThat(admittedOf(10, 20, byIp)).as("ten more addresses").isEqualTo(10 * PERMITS);
    assertThat(byIp.overflows()).isZero();
  }

  @Test
  void aSingleLimitCanUseAllPlaces() {
    Budget only = store.budget("only", new FixedWindow(PERMITS, MINUTE));
    for (int key = 0; key < MOST_KEYS; key++) {
      assertThat(admitted(key, only)).isEqualTo(PERMITS);
    }
    assertThat(only.overflows()).isZero();
  }

  @Test
  void placesOfExpiredKeysAreFreeForAllLimits() {
    Budget flooded = store.budget("flooded", new FixedWindow(PERMITS, MINUTE));
    Budget other = store.budget("other", new FixedWindow(PERMITS, 10 * MINUTE));
    flood(flooded);
    ticker.advance(MINUTE);
    store.sweep();
    assertThat(store.liveKeys()).isZero();
    assertThat(admittedOf(0, 750, other)).as("250 guaranteed, 500 common").isEqualTo(750 * PERMITS);
    assertThat(other.overflows()).isZero();
    assertThat(admittedOf(750, 760, other)).as("the overflow bucket").isEqualTo(PERMITS);
  }

  @Test
  void aReloadDuringAFloodKeepsCountsAndGuaranteesPlacesToANewLimit() {
    Limit limit = new FixedWindow(PERMITS, MINUTE);
    Budget flooded = store.budget("flooded", limit);
    Budget old = store.budget("old", limit);
    admittedOf(0, 100, old);
    flood(flooded);
    long before = store.liveKeys();
    Budget fresh = store.budget("fresh", limit);
    store.keepOnly(Set.of("flooded", "old", "fresh"));
    assertThat(admittedOf(0, GUARANTEED, fresh)).isEqualTo(GUARANTEED * PERMITS);
    assertThat(admittedOf(0, 100, old)).as("counts are kept").isZero();
    assertThat(admittedOf(100, GUARANTEED, old)).isEqualTo((GUARANTEED - 100) * PERMITS);
    assertThat(store.liveKeys()).isLessThanOrEqualTo(before + 2 * GUARANTEED);
    store.keepOnly(Set.of("old", "fresh"));
    assertThat(store.liveKeys()).isEqualTo(old.liveKeys() + fresh.liveKeys());
    ticker.advance(MINUTE);
    store.sweep();
    assertThat(store.liveKeys()).isZero();
    assertThat(admittedOf(0, 750, old)).as("750 of 1,000 places").isEqualTo(750 * PERMITS);
    assertThat(admittedOf(0, 250, fresh)).isEqualTo(250 * PERMITS);
    assertThat(old.overflows() + fresh.overflows()).isZero();
  }

  @Test
  void aLowerMaximumKeepsExistingKeysAndGuaranteesLess() {
    Budget one = store.budget("one", new FixedWindow(PERMITS, MINUTE));
    Budget two = store.budget("two", new FixedWindow(PERMITS, MINUTE));
    admittedOf(0, 700, one);
    store.rememberAtMost(100);
    assertThat(admittedOf(0, 700, one)).as("counts are kept").isZero();
    assertThat(admittedOf(700, 710, one)).as("the overflow bucket").isEqualTo(PERMITS);
    assertThat(admittedOf(0, 25, two)).isEqualTo(25 * PERMITS);
    assertThat(two.overflows()).isZero();
    assertThat(admittedOf(25, 30, two)).as("the overflow bucket").isEqualTo(PERMITS);
  }

  @Test
  void withMoreLimitsThanPlacesEachLimitStillHasABucketOfItsOwn() {
    LocalStore tiny = new LocalStore(ticker, /* mostKeys= */ 5, log);
    Spender client = new Spender(tiny);
    List<Budget> budgets = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      budgets.add(tiny.budget("limit " + i, new FixedWindow(PERMITS, MINUTE)));
    }
    for (Budget budget : budgets) {
      int admitted = 0;
      for (int i = 0; i < 2 * PERMITS; i++) {
        admitted += client.spend(/* key= */ 7, budget) ? 1 : 0;
      }
      assertThat(admitted).isEqualTo(PERMITS);
    }
    assertThat(tiny.liveKeys()).isEqualTo(20);
  }

  @Test
  void aResetOfOneClientDoesNotClearTheOverflowBucket() {
    LocalStore tiny = new LocalStore(ticker, /* mostKeys= */ 1, log);
    Spender client = new Spender(tiny);
    Budget budget = tiny.budget("login", new FixedWindow(PERMITS, MINUTE));
    client.spend(/* key= */ 0, budget);
    client.spend(/* key= */ 1, budget);
    client.spend(/* key= */ 2, budget);
    tiny.reset(client.claims().receipt(0));
    assertThat(admittedOf(client, 60, 70, budget)).as("all but one unit").isEqualTo(PERMITS - 1);
  }

  @Test
  void theLogNamesEveryLimitThatOverflowsAtMostOnceAMinute() {
    Budget one = store.budget("one  by ip", new FixedWindow(PERMITS, MINUTE));
    Budget two = store.budget("two free by header.X-Key", new FixedWindow(PERMITS, MINUTE));
    Budget three = store.budget("three  by user", new FixedWindow(PERMITS, MINUTE));
    flood(one);
    flood(two);
    flood(three);
    assertThat(lines()).containsExactly(line("`one by ip`", 1));
    logNanos.addAndGet(61_000_000_000L);
    long soFar = one.overflows() + two.overflows() + three.overflows();
    store.sweep();
    assertThat(lines())
        .containsExactly(
            line("`one by ip`", 1),
            line("`one by ip`, `three by user`, `two free by header.X-Key`", soFar));
    logNanos.addAndGet(61_000_000_000L);
    store.sweep();
    assertThat(lines()).as("nothing new to report").hasSize(2);
    assertThat(store.overflows()).isEqualTo(soFar);
  }

  @Test
  void manyFloodingThreadsBreakNeitherTheGuaranteeNorTheMaximum() throws Exception {
    Budget flooded = store.budget("flooded", new FixedWindow(PERMITS, MINUTE));
    Budget places = store.budget("places", new Concurrency(PERMITS));
    Budget calm = store.budget("calm", new TokenBucket(1, MINUTE, PERMITS));
    AtomicLong most = new AtomicLong();
    long admitted =
        ConcurrentThreads.sum(
            6,
            thread -> {
              Spender own = new Spender(store);
              if (thread < 4) {
                for (int key = 0; key < 20_000; key++) {
                  own.spend(1_000_000L * (thread + 1) + key, thread < 3 ? flooded : places);
                  most.accumulateAndGet(store.liveKeys(), Math::max);
                }
                return 0;
              }
              return admittedOf(own, 0, GUARANTEED, calm);
            });
    assertThat(admitted).isEqualTo((long) GUARANTEED * PERMITS);
    assertThat(calm.overflows()).isZero();
    // Two overflow buckets, and places that threads have taken but not filled yet.
    assertThat(most.get()).isLessThanOrEqualTo(MOST_KEYS + 2 + 6);
    assertThat(store.liveKeys())
        .isEqualTo(flooded.liveKeys() + places.liveKeys() + calm.liveKeys());
  }

  @Test
  void reloadsUnderLoadLoseNoPlaceAndNoUnit() throws Exception {
    Limit limit = new FixedWindow(PERMITS, MINUTE);
    Budget kept = store.budget("kept", limit);
    store.budget("flooded", limit);
    long admitted =
        ConcurrentThreads.sum(
            5,
            thread -> {
              Spender own = new Spender(store);
              if (thread < 2) {
                return admittedOf(own, 0, 100, kept);
              }
              for (int round = 0; round < 300; round++) {
                if (thread == 2) {
                  store.budget("other " + round % 7, limit);
                  store.keepOnly(Set.of("kept", "flooded", "other " + round % 3));
                  store.rememberAtMost(round % 2 == 0 ? MOST_KEYS : 2 * MOST_KEYS);
                } else {
                  flood(own, store.budget("flooded", limit), 100 * thread * round, 50);
                }
              }
              return 0;
            });
    assertThat(admitted).isEqualTo(100L * PERMITS);
    store.keepOnly(Set.of("kept", "flooded"));
    Budget flooded = store.budget("flooded", limit);
    assertThat(store.liveKeys()).isEqualTo(kept.liveKeys() + flooded.liveKeys());
    ticker.advance(MINUTE);
    store.sweep();
    assertThat(store.liveKeys()).isZero();
  }

  private void flood(Budget budget) {
    flood(spender, budget, /* from= */ 1_000_000, FLOOD);
  }

  private static void flood(Spender client, Budget budget, int from, int keys) {
    for (int key = from; key < from + keys; key++) {
      client.spend(key, budget);
    }
  }

  /** Makes more calls than the limit allows; returns how many were admitted. */
  private int admitted(int client, Budget budget) {
    return (int) admittedOf(client, client + 1, budget);
  }

  private long admittedOf(int from, int to, Budget budget) {
    return admittedOf(spender, from, to, budget);
  }

  private static long admittedOf(Spender spender, int from, int to, Budget budget) {
    long admitted = 0;
    for (int client = from; client < to; client++) {
      for (int i = 0; i < PERMITS + 2; i++) {
        admitted += spender.spend(client, budget) ? 1 : 0;
      }
    }
    return admitted;
  }

  private List<String> lines() {
    return logged.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private static String line(String limits, long soFar) {
    return "penstock: warning: the key table has no room for new keys of "
        + limits
        + ": new clients share one bucket per limit; raise `store.max-keys`,"
        + " or choose keys that clients cannot make up ("
        + soFar
        + " so far)";
  }
}
