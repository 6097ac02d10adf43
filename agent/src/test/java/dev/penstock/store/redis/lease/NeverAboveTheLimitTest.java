package dev.penstock.store.redis.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Several instances spend leased units of one limit, over random connections. Some instances die,
 * and the configured number of instances may be wrong.
 */
class NeverAboveTheLimitTest {
  private static final int RUNS = 150;
  private static final long RUN_MICROS = 6_000_000;

  @ParameterizedTest
  @EnumSource
  void spentUnitsNeverExceedTheLimitAtAnyTime(LeasedAlgorithm algorithm) {
    long admitted = 0;
    for (int seed = 0; seed < RUNS; seed++) {
      Random random = new Random(seed);
      long permits = 2 + random.nextLong(random.nextBoolean() ? 20 : 2_000);
      long period = 100_000 * (1 + random.nextLong(20));
      SpendingHistory spending = run(algorithm, permits, period, random);
      admitted += spending.units();
      assertThat(algorithm.above(spending, permits, period))
          .as("units above %d per %d us, seed %d", permits, period, seed)
          .isLessThanOrEqualTo(0);
    }
    assertThat(admitted).isGreaterThan(10_000);
  }

  private static SpendingHistory run(
      LeasedAlgorithm algorithm, long permits, long period, Random random) {
    VirtualTime time = new VirtualTime();
    SpendingHistory spending = new SpendingHistory();
    CentralLimitModel central = algorithm.central(permits, period);
    int instances = 1 + random.nextInt(4);
    int configuredInstances = random.nextBoolean() ? instances : 1;
    double lost = random.nextBoolean() ? 0 : 0.1;
    List<SimulatedInstance> all = new ArrayList<>();
    for (int i = 0; i < instances; i++) {
      SimulatedConnection connection =
          new SimulatedConnection(time, central, random, 1 + random.nextLong(14_000), lost);
      long offset = random.nextLong(1L << 40) - (1L << 39);
      var limit = algorithm.limit(permits, period);
      SimulatedInstance instance =
          new SimulatedInstance(time, limit, configuredInstances, connection, spending, offset);
      all.add(instance);
      // Rates from far below to far above the limit.
      long pace = Math.max(200, (long) (period * Math.exp(3 - 6 * random.nextDouble()) / permits));
      callRepeatedly(time, instance, random, pace);
      if (random.nextInt(4) == 0) {
        time.after(random.nextLong(RUN_MICROS), instance::die);
      }
    }
    time.runUntil(RUN_MICROS);
    all.forEach(SimulatedInstance::shutDown);
    return spending;
  }

  /** Calls in bursts, with pauses that are long enough for units to lie idle. */
  private static void callRepeatedly(
      VirtualTime time, SimulatedInstance instance, Random random, long pace) {
    long cost = random.nextInt(5) == 0 ? 1 + random.nextInt(3) : 1;
    long refundAfter = random.nextInt(10) == 0 ? random.nextLong(400_000) : -1;
    instance.call(cost, refundAfter);
    boolean isPause = random.nextInt(200) == 0;
    long pause = isPause ? random.nextLong(1_000_000) : random.nextLong(2 * pace);
    time.after(pause, () -> callRepeatedly(time, instance, random, pace));
  }
}
