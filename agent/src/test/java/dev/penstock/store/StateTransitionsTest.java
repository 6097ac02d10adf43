package dev.penstock.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.limit.Limit;
import dev.penstock.log.AgentLog;
import dev.penstock.store.local.LocalStore;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Two threads change one key at once. Only outcomes of a sequential execution may occur. */
class StateTransitionsTest {
  private static final int TIMES = 3_000;
  private static final long KEY = 7;

  static Stream<Limit> limitsOfTwo() {
    return Stream.concat(Stream.of(EveryAlgorithm.rates(2)), Stream.of(EveryAlgorithm.inFlight(2)));
  }

  @ParameterizedTest
  @MethodSource("limitsOfTwo")
  void twoConcurrentChargesNeverExceedTheCapacity(Limit limit) throws Exception {
    assertThat(outcomes(limit, /* charged= */ 0, race -> race.charge(race.other)))
        .isSubsetOf("+ + 0");
    assertThat(outcomes(limit, /* charged= */ 1, race -> race.charge(race.other)))
        .isSubsetOf("+ - 0", "- + 0");
  }

  @ParameterizedTest
  @MethodSource("limitsOfTwo")
  void noRefundIsLostDuringACharge(Limit limit) throws Exception {
    assertThat(outcomes(limit, /* charged= */ 2, KeyRace::refund)).isSubsetOf("+ ok 0", "- ok 1");
    assertThat(outcomes(limit, /* charged= */ 1, KeyRace::refund)).isSubsetOf("+ ok 1");
  }

  @ParameterizedTest
  @MethodSource("limitsOfTwo")
  void noChargeIsLostWhileTheTableGrows(Limit limit) throws Exception {
    assertThat(outcomes(limit, /* charged= */ 0, KeyRace::grow)).isSubsetOf("+ ok 1");
    assertThat(outcomes(limit, /* charged= */ 1, KeyRace::grow)).isSubsetOf("+ ok 0");
    assertThat(outcomes(limit, /* charged= */ 2, KeyRace::grow)).isSubsetOf("- ok 0");
  }

  @ParameterizedTest
  @MethodSource("limitsOfTwo")
  void noChargeIsLostDuringASweep(Limit limit) throws Exception {
    assertThat(outcomes(limit, /* charged= */ 1, KeyRace::sweep)).isSubsetOf("+ ok 0");
    // The key has nothing spent: the sweep may remove it, or find it charged again.
    Function<KeyRace, String> sweep = KeyRace::sweep;
    assertThat(
            RaceRunner.outcomes(
                TIMES,
                () -> {
                  KeyRace race = new KeyRace(limit, /* charged= */ 1, sweep);
                  race.refund();
                  return race;
                }))
        .isSubsetOf("+ ok 1");
  }

  @ParameterizedTest
  @MethodSource("limitsOfTwo")
  void noChargeIsLostWhileTheLimitChanges(Limit limit) throws Exception {
    if (limit.equals(EveryAlgorithm.inFlight(2))) {
      return;
    }
    for (Limit changed : EveryAlgorithm.rates(2)) {
      assertThat(outcomes(limit, /* charged= */ 1, race -> race.change(changed)))
          .isSubsetOf("+ ok 0");
    }
  }

  private static Set<String> outcomes(Limit limit, int charged, Function<KeyRace, String> second)
      throws Exception {
    return RaceRunner.outcomes(TIMES / 4, () -> new KeyRace(limit, charged, second));
  }

  /** A store with one key. The first action always charges it. */
  private static final class KeyRace implements RaceRunner.Race {
    final LocalStore store =
        new LocalStore(new ManualTicker(), /* mostKeys= */ 1_000, AgentLog.onStderr());
    final Spender one = new Spender(store);
    final Spender other = new Spender(store);
    final Budget budget;
    private final Function<KeyRace, String> secondAction;

    KeyRace(Limit limit, int charged, Function<KeyRace, String> secondAction) {
      budget = store.budget("api", limit);
      this.secondAction = secondAction;
      for (int i = 0; i < charged; i++) {
        other.spend(KEY, budget);
      }
    }

    @Override
    public String first() {
      return charge(one);
    }

    @Override
    public String second() {
      return secondAction.apply(this);
    }

    @Override
    public String outcome() {
      return Long.toString(new Spender(store).remaining(KEY, budget));
    }

    String charge(Spender spender) {
      return spender.spend(KEY, budget) ? "+" : "-";
    }

    /** Refunds the last charge of the other spender. */
    String refund() {
      store.refund(other.claims().receipt(0));
      return "ok";
    }

    /** Adds keys until the segment of the key has been copied to a larger one. */
    String grow() {
      for (int i = 0; i < 4; i++) {
        Claims claims = new Claims();
        claims.add(budget, Spender.mix(KEY), i, /* units= */ 1);
        store.settle(claims);
      }
      return "ok";
    }

    String sweep() {
      store.sweep();
      return "ok";
    }

    String change(Limit limit) {
      store.budget("api", limit);
      return "ok";
    }
  }
}
