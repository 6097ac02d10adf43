package dev.penstock.store.redis.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Random instances on random connections; some die, and the configured number may be wrong. */
class NeverAboveTheLimitTest {
  private static final int RUNS = 150;
  private static final long RUN_MICROS = 6_000_000;

  @ParameterizedTest
  @EnumSource
  void whateverHappensNoInstantSeesMoreSpentThanTheLimit(Scheme scheme) {
    long admitted = 0;
    for (int seed = 0; seed < RUNS; seed++) {
      Random random = new Random(seed);
      long permits = 2 + random.nextLong(random.nextBoolean() ? 20 : 2_000);
      long period = 100_000 * (1 + random.nextLong(20));
      Spending spending = run(scheme, permits, period, random);
      admitted += spending.units();
      assertThat(scheme.above(spending, permits, period))
          .as("units above %d per %d us, seed %d", permits, period, seed)
          .isLessThanOrEqualTo(0);
    }
    assertThat(admitted).isGreaterThan(10_000);
  }

  private static Spending run(Scheme scheme, long permits, long period, Random random) {
    VirtualTime time = new VirtualTime();
    Spending spending = new Spending();
    Central central = scheme.central(permits, period);
    int instances = 1 + random.nextInt(4);
    int toldInstances = random.nextBoolean() ? instances : 1;
    double lost = random.nextBoolean() ? 0 : 0.1;
    List<Instance> all = new ArrayList<>();
    for (int i = 0; i < instances; i++) {
      Wire wire = new Wire(time, central, random, 1 + random.nextLong(14_000), lost);
      long offset = random.nextLong(1L << 40) - (1L << 39);
      var limit = scheme.limit(permits, period);
      Instance instance = new Instance(time, limit, toldInstances, wire, spending, offset);
      all.add(instance);
      // From far below to far above the limit.
      long pace = Math.max(200, (long) (period * Math.exp(3 - 6 * random.nextDouble()) / permits));
      visit(time, instance, random, pace);
      if (random.nextInt(4) == 0) {
        time.after(random.nextLong(RUN_MICROS), instance::die);
      }
    }
    time.runUntil(RUN_MICROS);
    all.forEach(Instance::shutDown);
    return spending;
  }

  /** Calls in bursts, with pauses that are long enough for units to lie idle. */
  private static void visit(VirtualTime time, Instance instance, Random random, long pace) {
    long cost = random.nextInt(5) == 0 ? 1 + random.nextInt(3) : 1;
    long giveBackAfter = random.nextInt(10) == 0 ? random.nextLong(400_000) : -1;
    instance.call(cost, giveBackAfter);
    boolean isPause = random.nextInt(200) == 0;
    long pause = isPause ? random.nextLong(1_000_000) : random.nextLong(2 * pace);
    time.after(pause, () -> visit(time, instance, random, pace));
  }
}
