package dev.penstock.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.limit.Concurrency;
import dev.penstock.limit.Limit;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The requirements for all stores when an operator reads or clears a key. */
abstract class KeyBalanceContract extends StoreContract {
  private static final long KEY = 7;
  private static final int CALLS = 60;

  static Stream<Limit> everyAlgorithm() {
    return Stream.of(EveryAlgorithm.rates(20));
  }

  private static KeyBalance balance(Budget budget, long key) {
    return budget.look(Spender.mix(key), Spender.mix(~key));
  }

  private static void clear(Budget budget, long key) {
    budget.forget(Spender.mix(key), Spender.mix(~key));
  }

  @ParameterizedTest
  @MethodSource("everyAlgorithm")
  void aBalancePredictsTheNextDecision(Limit limit) {
    Budget budget = store.budget("api", limit);
    Random random = new Random(8);
    int rejected = 0;
    for (int i = 0; i < CALLS; i++) {
      ticker.advance((long) (random.nextDouble() * random.nextDouble() * MINUTE / 4));
      KeyBalance before = balance(budget, KEY);
      assertThat(balance(budget, KEY)).as("reading a balance changes nothing").isEqualTo(before);
      boolean granted = spender.spend(KEY, budget);
      assertThat(before.remaining() > 0).as("%s at call %d", before, i).isEqualTo(granted);
      KeyBalance after =
          new KeyBalance(
              limit, spender.claims().remaining(0), spender.claims().resetMicros(/* claim= */ 0));
      assertThat(balance(budget, KEY)).isEqualTo(after);
      assertThat(granted || after.equals(before)).isTrue();
      rejected += granted ? 0 : 1;
    }
    assertThat(rejected).as("the run must reach the limit").isPositive();
  }

  @ParameterizedTest
  @MethodSource("everyAlgorithm")
  void aClearedKeyHasExactlyTheWholeLimitAgain(Limit limit) {
    Budget budget = store.budget("api", limit);
    Random random = new Random(9);
    for (int i = 0; i < CALLS; i++) {
      ticker.advance((long) (random.nextDouble() * MINUTE / 10));
      spender.spend(KEY, budget);
      spender.spend(KEY + 1, budget);
    }
    KeyBalance other = balance(budget, KEY + 1);
    clear(budget, KEY);
    assertThat(balance(budget, KEY)).isEqualTo(new KeyBalance(limit, limit.capacity(), 0));
    assertThat(balance(budget, KEY + 1)).as("other keys are not cleared").isEqualTo(other);
    for (long i = 0; i < limit.capacity(); i++) {
      assertThat(spender.spend(KEY, budget)).as("call %d", i).isTrue();
    }
    assertThat(spender.spend(KEY, budget)).isFalse();
  }

  @Test
  void anUnknownKeyHasTheWholeLimitAndCanBeCleared() {
    for (Limit limit : EveryAlgorithm.rates(5)) {
      Budget budget = store.budget("of " + limit, limit);
      clear(budget, KEY);
      assertThat(balance(budget, KEY)).isEqualTo(new KeyBalance(limit, 5, 0));
    }
    assertThat(store.liveKeys()).isZero();
  }

  @Test
  void callsInFlightAreReportedAndNotCleared() {
    Limit limit = new Concurrency(2);
    Budget budget = store.budget("uploads", limit);
    assertThat(spender.spend(KEY, budget)).isTrue();
    Receipt first = spender.claims().receipt(0);
    assertThat(spender.spend(KEY, budget)).isTrue();
    Receipt second = spender.claims().receipt(0);
    assertThat(balance(budget, KEY).remaining()).isZero();
    clear(budget, KEY);
    assertThat(balance(budget, KEY).remaining()).isZero();
    assertThat(spender.spend(KEY, budget)).isFalse();
    store.refund(first);
    assertThat(balance(budget, KEY).remaining()).isEqualTo(1);
    store.refund(second);
    assertThat(balance(budget, KEY).remaining()).isEqualTo(2);
  }

  @Test
  void countsOfEarlierLimitsAreReportedAndClearedToo() {
    Limit[] limits = EveryAlgorithm.rates(20);
    for (int i = 1; i < limits.length; i++) {
      String name = "changed " + i;
      Budget budget = store.budget(name, limits[i - 1]);
      for (int call = 0; call < 20; call++) {
        spender.spend(KEY, budget);
        spender.spend(KEY + 1, budget);
      }
      Budget changed = store.budget(name, limits[i]);
      long left = balance(changed, KEY).remaining();
      assertThat(left).as("%s after %s", limits[i], limits[i - 1]).isLessThan(20);
      clear(changed, KEY);
      assertThat(balance(changed, KEY)).isEqualTo(new KeyBalance(limits[i], 20, 0));
      assertThat(spender.spend(KEY + 1, changed)).isEqualTo(left > 0);
    }
  }
}
