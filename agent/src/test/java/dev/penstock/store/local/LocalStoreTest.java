package dev.penstock.store.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.limit.FixedWindow;
import dev.penstock.limit.SlidingWindow;
import dev.penstock.limit.TokenBucket;
import dev.penstock.log.AgentLog;
import dev.penstock.store.Budget;
import dev.penstock.store.Claims;
import dev.penstock.store.InboundQueue;
import dev.penstock.store.Spender;
import dev.penstock.store.Store;
import dev.penstock.store.Ticker;
import dev.penstock.store.WaitQueueContract;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LocalStoreTest extends WaitQueueContract {
  private final ByteArrayOutputStream logged = new ByteArrayOutputStream();
  private final AgentLog log =
      new AgentLog(
          new PrintStream(logged, /* autoFlush= */ true, StandardCharsets.UTF_8),
          /* debugging= */ false,
          () -> 0);

  @Override
  public Store newStore(Ticker clock) {
    return new LocalStore(clock, /* mostKeys= */ 1_000_000, AgentLog.onStderr());
  }

  private LocalStore newStoreWithMostKeys(long mostKeys) {
    return new LocalStore(ticker, mostKeys, log);
  }

  @Test
  void aFloodOfNewKeysSharesOneBucketPerBudgetAndRefillsNoOtherKey() {
    LocalStore store = newStoreWithMostKeys(/* mostKeys= */ 10);
    Spender spender = new Spender(store);
    Budget budget = store.budget("api", new TokenBucket(1, MINUTE, 5));
    for (int key = 0; key < 10; key++) {
      spender.spend(key, budget);
    }

    int admitted = 0;
    for (int key = 1_000; key < 3_000; key++) {
      admitted += spender.spend(key, budget) ? 1 : 0;
      assertThat(store.liveKeys()).isLessThanOrEqualTo(11);
    }

    assertThat(admitted).as("the capacity of one bucket").isEqualTo(5);
    assertThat(budget.overflows()).isEqualTo(2_000);
    for (int key = 0; key < 10; key++) {
      assertThat(spender.remaining(key, budget)).isEqualTo(4);
    }
    assertThat(logged.toString(StandardCharsets.UTF_8))
        .isEqualToNormalizingNewlines(
            "penstock: warning: the key table has no room for new keys of `api`: new clients share"
                + " one bucket per limit; raise `store.max-keys`, or choose keys that clients"
                + " cannot make up (1 so far)\n");
    assertThat(log.count("store full")).isEqualTo(2_000);
  }

  @Test
  void aFullStoreIsStillAllOrNothing() {
    LocalStore store = newStoreWithMostKeys(/* mostKeys= */ 3);
    Spender spender = new Spender(store);
    Budget one = store.budget("one", new FixedWindow(4, MINUTE));
    Budget two = store.budget("two", new SlidingWindow(100, MINUTE));
    int admitted = 0;
    for (int key = 0; key < 500; key++) {
      admitted += spender.spend(key, one, two) ? 1 : 0;
      assertThat(store.liveKeys()).isLessThanOrEqualTo(3 + 2);
    }
    // Each limit has one guaranteed place. `one` also takes the common place; its other keys share.
    assertThat(admitted).isEqualTo(2 + 4);
    assertThat(one.liveKeys() + two.liveKeys()).isEqualTo(store.liveKeys());
  }

  @Test
  void aFullStoreHasRoomAgainWhenKeysHaveNothingSpent() {
    LocalStore store = newStoreWithMostKeys(/* mostKeys= */ 10);
    Spender spender = new Spender(store);
    Budget budget = store.budget("api", new FixedWindow(1, MINUTE));
    for (int key = 0; key < 10; key++) {
      spender.spend(key, budget);
    }
    ticker.advance(MINUTE);
    store.sweep();
    assertThat(store.liveKeys()).isZero();
    assertThat(spender.spend(77, budget)).isTrue();
    assertThat(budget.overflows()).isZero();
  }

  @Test
  void aCallThatLosesTheLastPlaceSpendsNothing() {
    LocalStore store = newStoreWithMostKeys(/* mostKeys= */ 10);
    Budget paced = store.budget("paced", new TokenBucket(1, MINUTE, 1, 10 * MINUTE));
    Budget quota = store.budget("quota", new FixedWindow(100, 100 * MINUTE));
    new Spender(store).spend(1, paced, quota);
    InboundQueue queue = store.waitQueues().own("paced", /* capacity= */ 1);
    Claims admitted = claims(paced, quota, queue);
    Claims rejected = claims(paced, quota, queue);
    store.settle(admitted);
    store.settle(rejected);
    admitted.enterQueue(store);
    rejected.enterQueue(store);
    assertThat(admitted.granted()).isTrue();
    assertThat(admitted.longestDelayMicros()).isEqualTo(MINUTE);
    assertThat(rejected.granted()).isFalse();
    assertThat(rejected.longestWaitMicros()).isEqualTo(MINUTE);
    ticker.advance(MINUTE);
    Claims next = claims(paced, quota, queue);
    store.settle(next);
    assertThat(next.longestDelayMicros()).isEqualTo(MINUTE);
    assertThat(next.remaining(1)).isEqualTo(97);
  }

  private static Claims claims(Budget paced, Budget quota, InboundQueue queue) {
    Claims claims = new Claims();
    claims.clear();
    claims.add(paced, Spender.mix(1), Spender.mix(~1), /* units= */ 1);
    claims.waitIn(queue);
    claims.add(quota, Spender.mix(1), Spender.mix(~1), /* units= */ 1);
    return claims;
  }

  @Test
  void aSweepRemovesOnlyKeysThatHaveNothingSpent() {
    LocalStore store = newStoreWithMostKeys(/* mostKeys= */ 100_000);
    Spender spender = new Spender(store);
    Budget budget = store.budget("api", new TokenBucket(1, MINUTE, 2));
    for (int key = 0; key < 20_000; key++) {
      spender.spend(key, budget);
    }
    ticker.advance(MINUTE / 2);
    for (int key = 0; key < 20_000; key += 2) {
      spender.spend(key, budget);
    }
    ticker.advance(MINUTE / 2);
    store.sweep();
    assertThat(store.liveKeys()).isEqualTo(10_000);
    assertThat(spender.remaining(2, budget)).isEqualTo(1);
    ticker.advance(MINUTE);
    store.sweep();
    assertThat(store.liveKeys()).isZero();
    assertThat(budget.liveKeys()).isZero();
  }

  @Test
  void aRemovedBudgetReleasesThePlacesOfItsKeys() {
    LocalStore store = newStoreWithMostKeys(/* mostKeys= */ 100);
    Spender spender = new Spender(store);
    Budget gone = store.budget("gone", new FixedWindow(10, MINUTE));
    Budget kept = store.budget("kept", new FixedWindow(10, MINUTE));
    for (int key = 0; key < 30; key++) {
      spender.spend(key, gone);
      spender.spend(key, kept);
    }
    store.keepOnly(Set.of("kept"));
    assertThat(store.liveKeys()).isEqualTo(30);
    assertThat(spender.remaining(3, kept)).isEqualTo(9);
    assertThat(spender.remaining(3, store.budget("gone", new FixedWindow(10, MINUTE))))
        .isEqualTo(10);
  }

  @Test
  void callsInFlightOfARemovedBudgetDoNotFillTheStore() {
    LocalStore store = newStoreWithMostKeys(/* mostKeys= */ 100);
    Spender spender = new Spender(store);
    Budget gone = store.budget("gone", new FixedWindow(2, MINUTE));
    spender.spend(1, gone);
    store.keepOnly(Set.of());
    for (int key = 0; key < 50; key++) {
      spender.spend(key, gone);
    }
    assertThat(spender.spend(1, gone)).as("the limit still applies").isFalse();
    assertThat(store.liveKeys()).isZero();
  }
}
