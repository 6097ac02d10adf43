package dev.penstock.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.limit.Concurrency;
import dev.penstock.limit.Limit;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What all stores have to do when an operator reads or clears a key. */
abstract class LookContract extends StoreContract {
  private static final long KEY = 7;
  private static final int CALLS = 60;

  static Stream<Limit> everyAlgorithm() {
    return Stream.of(EveryAlgorithm.rates(20));
  }

  private static KeyBalance look(Budget budget, long key) {
    return budget.look(Customer.mix(key), Customer.mix(~key));
  }

  private static void forget(Budget budget, long key) {
    budget.forget(Customer.mix(key), Customer.mix(~key));
  }

  @ParameterizedTest
  @MethodSource("everyAlgorithm")
  void aBalancePredictsTheNextDecision(Limit limit) {
    Budget budget = store.budget("api", limit);
    Random random = new Random(8);
    int refused = 0;
    for (int i = 0; i < CALLS; i++) {
      ticker.advance((long) (random.nextDouble() * random.nextDouble() * MINUTE / 4));
      KeyBalance before = look(budget, KEY);
      assertThat(look(budget, KEY)).as("reading a balance changes nothing").isEqualTo(before);
      boolean granted = customer.takes(KEY, budget);
      assertThat(before.remaining() > 0).as("%s at call %d", before, i).isEqualTo(granted);
      KeyBalance after =
          new KeyBalance(
              limit, customer.claims().remaining(0), customer.claims().resetMicros(/* claim= */ 0));
      assertThat(look(budget, KEY)).isEqualTo(after);
      assertThat(granted || after.equals(before)).isTrue();
      refused += granted ? 0 : 1;
    }
    assertThat(refused).as("the run must reach the limit").isPositive();
  }

  @ParameterizedTest
  @MethodSource("everyAlgorithm")
  void aClearedKeyHasExactlyTheWholeLimitAgain(Limit limit) {
    Budget budget = store.budget("api", limit);
    Random random = new Random(9);
    for (int i = 0; i < CALLS; i++) {
      ticker.advance((long) (random.nextDouble() * MINUTE / 10));
      customer.takes(KEY, budget);
      customer.takes(KEY + 1, budget);
    }
    KeyBalance other = look(budget, KEY + 1);
    forget(budget, KEY);
    assertThat(look(budget, KEY)).isEqualTo(new KeyBalance(limit, limit.capacity(), 0));
    assertThat(look(budget, KEY + 1)).as("other keys are not cleared").isEqualTo(other);
    for (long i = 0; i < limit.capacity(); i++) {
      assertThat(customer.takes(KEY, budget)).as("call %d", i).isTrue();
    }
    assertThat(customer.takes(KEY, budget)).isFalse();
  }

  @Test
  void anUnknownKeyHasTheWholeLimitAndCanBeCleared() {
    for (Limit limit : EveryAlgorithm.rates(5)) {
      Budget budget = store.budget("of " + limit, limit);
      forget(budget, KEY);
      assertThat(look(budget, KEY)).isEqualTo(new KeyBalance(limit, 5, 0));
    }
    assertThat(store.liveKeys()).isZero();
  }

  @Test
  void callsInFlightAreReportedAndNotCleared() {
    Limit limit = new Concurrency(2);
    Budget budget = store.budget("uploads", limit);
    assertThat(customer.takes(KEY, budget)).isTrue();
    Receipt first = customer.claims().receipt(0);
    assertThat(customer.takes(KEY, budget)).isTrue();
    Receipt second = customer.claims().receipt(0);
    assertThat(look(budget, KEY).remaining()).isZero();
    forget(budget, KEY);
    assertThat(look(budget, KEY).remaining()).isZero();
    assertThat(customer.takes(KEY, budget)).isFalse();
    store.refund(first);
    assertThat(look(budget, KEY).remaining()).isEqualTo(1);
    store.refund(second);
    assertThat(look(budget, KEY).remaining()).isEqualTo(2);
  }

  @Test
  void countsOfEarlierLimitsAreReportedAndClearedToo() {
    Limit[] limits = EveryAlgorithm.rates(20);
    for (int i = 1; i < limits.length; i++) {
      String name = "changed " + i;
      Budget budget = store.budget(name, limits[i - 1]);
      for (int call = 0; call < 20; call++) {
        customer.takes(KEY, budget);
        customer.takes(KEY + 1, budget);
      }
      Budget changed = store.budget(name, limits[i]);
      long left = look(changed, KEY).remaining();
      assertThat(left).as("%s after %s", limits[i], limits[i - 1]).isLessThan(20);
      forget(changed, KEY);
      assertThat(look(changed, KEY)).isEqualTo(new KeyBalance(limits[i], 20, 0));
      assertThat(customer.takes(KEY + 1, changed)).isEqualTo(left > 0);
    }
  }
}
