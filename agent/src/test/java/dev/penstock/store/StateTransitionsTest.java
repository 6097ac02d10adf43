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

/** Two threads change one state at once; only outcomes of a sequential execution occur. */
class StateTransitionsTest {
  private static final int TIMES = 3_000;
  private static final long KEY = 7;

  static Stream<Limit> ofTwo() {
    return Stream.concat(Stream.of(EveryAlgorithm.rates(2)), Stream.of(EveryAlgorithm.inFlight(2)));
  }

  @ParameterizedTest
  @MethodSource("ofTwo")
  void chargeAndCharge(Limit limit) throws Exception {
    assertThat(seen(limit, /* charged= */ 0, stage -> stage.charge(stage.other)))
        .isSubsetOf("+ + 0");
    assertThat(seen(limit, /* charged= */ 1, stage -> stage.charge(stage.other)))
        .isSubsetOf("+ - 0", "- + 0");
  }

  @ParameterizedTest
  @MethodSource("ofTwo")
  void chargeAndRefund(Limit limit) throws Exception {
    assertThat(seen(limit, /* charged= */ 2, Stage::giveBack)).isSubsetOf("+ ok 0", "- ok 1");
    assertThat(seen(limit, /* charged= */ 1, Stage::giveBack)).isSubsetOf("+ ok 1");
  }

  @ParameterizedTest
  @MethodSource("ofTwo")
  void chargeAndCopy(Limit limit) throws Exception {
    assertThat(seen(limit, /* charged= */ 0, Stage::grow)).isSubsetOf("+ ok 1");
    assertThat(seen(limit, /* charged= */ 1, Stage::grow)).isSubsetOf("+ ok 0");
    assertThat(seen(limit, /* charged= */ 2, Stage::grow)).isSubsetOf("- ok 0");
  }

  @ParameterizedTest
  @MethodSource("ofTwo")
  void chargeAndSweep(Limit limit) throws Exception {
    assertThat(seen(limit, /* charged= */ 1, Stage::sweep)).isSubsetOf("+ ok 0");
    // The key exists and has nothing spent: the sweep may remove it or find it charged again.
    Function<Stage, String> sweep = Stage::sweep;
    assertThat(
            TwoActors.outcomes(
                TIMES,
                () -> {
                  Stage stage = new Stage(limit, /* charged= */ 1, sweep);
                  stage.giveBack();
                  return stage;
                }))
        .isSubsetOf("+ ok 1");
  }

  @ParameterizedTest
  @MethodSource("ofTwo")
  void chargeAndChangeOfTheLimit(Limit limit) throws Exception {
    if (limit.equals(EveryAlgorithm.inFlight(2))) {
      return;
    }
    for (Limit changed : EveryAlgorithm.rates(2)) {
      assertThat(seen(limit, /* charged= */ 1, stage -> stage.change(changed)))
          .isSubsetOf("+ ok 0");
    }
  }

  private static Set<String> seen(Limit limit, int charged, Function<Stage, String> second)
      throws Exception {
    return TwoActors.outcomes(TIMES / 4, () -> new Stage(limit, charged, second));
  }

  /** A store with one key; the first actor always charges it. */
  private static final class Stage implements TwoActors.Scene {
    final LocalStore store =
        new LocalStore(new ManualTicker(), /* mostKeys= */ 1_000, AgentLog.onStderr());
    final Customer one = new Customer(store);
    final Customer other = new Customer(store);
    final Budget budget;
    private final Function<Stage, String> secondActor;

    Stage(Limit limit, int charged, Function<Stage, String> secondActor) {
      budget = store.budget("api", limit);
      this.secondActor = secondActor;
      for (int i = 0; i < charged; i++) {
        other.takes(KEY, budget);
      }
    }

    @Override
    public String first() {
      return charge(one);
    }

    @Override
    public String second() {
      return secondActor.apply(this);
    }

    @Override
    public String outcome() {
      return Long.toString(new Customer(store).sees(KEY, budget));
    }

    String charge(Customer customer) {
      return customer.takes(KEY, budget) ? "+" : "-";
    }

    /** Gives back what the other had charged before. */
    String giveBack() {
      store.refund(other.claims().receipt(0));
      return "ok";
    }

    /** Adds keys until the segment of the key has been copied to a larger one. */
    String grow() {
      for (int i = 0; i < 4; i++) {
        Claims claims = new Claims();
        claims.add(budget, Customer.mix(KEY), i, /* units= */ 1);
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
