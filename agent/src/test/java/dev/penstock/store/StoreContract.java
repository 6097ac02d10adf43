package dev.penstock.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.limit.FixedWindow;
import dev.penstock.limit.Limit;
import dev.penstock.limit.SlidingWindow;
import dev.penstock.limit.TokenBucket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The requirements for all stores. */
abstract class StoreContract {
  public static final long MINUTE = 60_000_000;

  public final ManualTicker ticker = new ManualTicker();
  final Store store = newStore(ticker);
  final Spender spender = new Spender(store);

  public abstract Store newStore(Ticker clock);

  static Limit[] limitsOfHundred() {
    return new Limit[] {
      new FixedWindow(100, MINUTE), new SlidingWindow(100, MINUTE), new TokenBucket(1, MINUTE, 100)
    };
  }

  @Test
  void everyKeyHasItsOwnCounts() {
    Budget budget = store.budget("api", new FixedWindow(1, MINUTE));
    assertThat(spender.spend(1, budget)).isTrue();
    assertThat(spender.spend(2, budget)).isTrue();
    assertThat(spender.spend(1, budget)).isFalse();
    assertThat(spender.claims().waitMicros(0)).isEqualTo(MINUTE - ticker.micros() % MINUTE);
  }

  @Test
  void theRemainingUnitsAreKnownAfterASettlement() {
    Budget budget = store.budget("api", new TokenBucket(6, MINUTE, 3));
    spender.spend(1, budget);
    assertThat(spender.claims().remaining(0)).isEqualTo(2);
    assertThat(spender.claims().resetMicros(0)).isEqualTo(MINUTE / 6);
    assertThat(spender.claims().waitMicros(0)).isZero();
  }

  @Test
  void aCallWithoutBudgetsIsGranted() {
    assertThat(spender.spend(1)).isTrue();
  }

  @Test
  void aRejectionSpendsNothingAnywhere() {
    Budget wide = store.budget("wide", new FixedWindow(10, MINUTE));
    Budget narrow = store.budget("narrow", new SlidingWindow(2, MINUTE));
    Budget bucket = store.budget("bucket", new TokenBucket(1, MINUTE, 5));
    int admitted = 0;
    for (int i = 0; i < 20; i++) {
      admitted += spender.spend(7, wide, narrow, bucket) ? 1 : 0;
    }
    assertThat(admitted).isEqualTo(2);
    assertThat(spender.remaining(7, wide)).isEqualTo(8);
    assertThat(spender.remaining(7, narrow)).isZero();
    assertThat(spender.remaining(7, bucket)).isEqualTo(3);
  }

  @Test
  void aRejectionReportsTheWaitOfEachBudget() {
    Budget wide = store.budget("wide", new TokenBucket(1, MINUTE, 10));
    Budget narrow = store.budget("narrow", new TokenBucket(1, MINUTE, 1));
    spender.spend(7, wide, narrow);
    spender.spend(7, wide, narrow);
    assertThat(spender.claims().waitMicros(0)).isZero();
    assertThat(spender.claims().remaining(0)).isEqualTo(9);
    assertThat(spender.claims().waitMicros(1)).isEqualTo(MINUTE);
    assertThat(spender.claims().remaining(1)).isZero();
  }

  @Test
  void manyBudgetsAreChargedAllOrNothing() {
    Budget[] budgets = new Budget[20];
    for (int i = 0; i < budgets.length; i++) {
      budgets[i] = store.budget("b" + i, new FixedWindow(20 - i, MINUTE));
    }
    assertThat(spender.spend(7, budgets)).isTrue();
    assertThat(spender.spend(7, budgets)).isFalse();
    assertThat(spender.remaining(7, budgets[0])).isEqualTo(19);
    assertThat(spender.remaining(7, budgets[19])).isZero();
  }

  @ParameterizedTest
  @MethodSource("limitsOfHundred")
  void anExistingBudgetKeepsItsCountsUnderANewLimit(Limit changed) {
    Budget budget = store.budget("api", new FixedWindow(50, MINUTE));
    for (int i = 0; i < 30; i++) {
      spender.spend(1, budget);
    }
    Budget same = store.budget("api", changed);
    assertThat(spender.remaining(1, same)).isEqualTo(70);
    assertThat(spender.remaining(1, budget)).isEqualTo(70);
    assertThat(spender.remaining(2, budget)).isEqualTo(100);
  }

  @ParameterizedTest
  @MethodSource("limitsOfHundred")
  void manyThreadsTogetherGetExactlyTheLimit(Limit limit) throws Exception {
    for (int round = 0; round < 20; round++) {
      Budget budget = store.budget("round " + round, limit);
      long admitted =
          ConcurrentThreads.sum(32, thread -> spendRepeatedly(100, new long[] {7}, budget));
      assertThat(admitted).isEqualTo(100);
    }
  }

  @ParameterizedTest
  @MethodSource("limitsOfHundred")
  void severalBudgetsWithDifferentKeysAdmitAsManyCallsAsTheTightest(Limit limit) throws Exception {
    for (int round = 0; round < 10; round++) {
      Budget one = store.budget("one " + round, limit);
      Budget two = store.budget("two " + round, new TokenBucket(1, MINUTE, 1_000));
      Budget all = store.budget("all " + round, new FixedWindow(250, MINUTE));
      // Four keys of 100 each in `one`, all of them together 250 in `all`.
      long admitted =
          ConcurrentThreads.sum(
              32, thread -> spendRepeatedly(100, new long[] {thread % 4, 1, 2}, one, two, all));
      assertThat(admitted).isEqualTo(250);
      long left = 0;
      for (int key = 0; key < 4; key++) {
        left += spender.remaining(key, one);
      }
      assertThat(left).isEqualTo(400 - 250);
      assertThat(spender.remaining(1, two)).isEqualTo(1_000 - 250);
      assertThat(spender.remaining(2, all)).isZero();
    }
  }

  /** Makes this number of calls; returns how many were admitted. */
  long spendRepeatedly(int calls, long[] keys, Budget... budgets) {
    Spender thread = new Spender(store);
    long admitted = 0;
    for (int i = 0; i < calls; i++) {
      admitted += thread.spend(keys, budgets) ? 1 : 0;
    }
    return admitted;
  }
}
