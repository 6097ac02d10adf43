package dev.penstock.store.redis.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Leases of a hot key make many decisions per round trip and lose almost no units. */
class HotKeyTest {
  private static final long SECOND = 1_000_000;
  private static final long RTT_MICROS = 2_000;

  /** The calls that arrive within a round trip, at one per 300 us. */
  private static final long MOST_WAITING = 8;

  private final VirtualTime time = new VirtualTime();
  private final SpendingHistory spending = new SpendingHistory();

  private List<SimulatedInstance> instances(
      LeasedAlgorithm algorithm, int count, long permits, long period) {
    CentralLimitModel central = algorithm.central(permits, period);
    List<SimulatedInstance> instances = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      SimulatedConnection connection =
          new SimulatedConnection(time, central, new Random(i), RTT_MICROS / 2, /* lost= */ 0);
      var limit = algorithm.limit(permits, period);
      instances.add(
          new SimulatedInstance(time, limit, count, connection, spending, /* offset= */ i * 977L));
    }
    return instances;
  }

  @ParameterizedTest
  @EnumSource
  void aHotKeyIsDecidedAtLeastFiftyTimesPerRoundTrip(LeasedAlgorithm algorithm) {
    SimulatedInstance instance = instances(algorithm, 1, 20_000, SECOND).get(0);
    time.every(100, instance::call);
    time.runUntil(10 * SECOND);
    assertThat(instance.decisions()).isGreaterThan(99_000);
    assertThat(instance.admitted()).isGreaterThan(99_000);
    assertThat(instance.decisions() / instance.roundTrips()).isGreaterThanOrEqualTo(50);
  }

  @ParameterizedTest
  @EnumSource
  void aHotKeyFarAboveItsLimitIsDecidedAtLeastFiftyTimesPerRoundTrip(LeasedAlgorithm algorithm) {
    SimulatedInstance instance = instances(algorithm, 1, 5_000, 2 * SECOND).get(0);
    time.every(100, instance::call);
    time.runUntil(10 * SECOND);
    assertThat(instance.rejected()).isGreaterThan(30_000);
    assertThat(instance.admitted()).isGreaterThan(15_000);
    assertThat(instance.decisions() / instance.roundTrips()).isGreaterThanOrEqualTo(50);
  }

  @ParameterizedTest
  @EnumSource(names = {"TOKEN_BUCKET", "SLIDING_WINDOW"})
  void aKeyFarAboveItsLimitLosesLessThanThreePercent(LeasedAlgorithm algorithm) {
    SimulatedInstance instance = instances(algorithm, 1, 2_000, SECOND).get(0);
    time.every(100, instance::call);
    time.runUntil(10 * SECOND);
    assertThat(spending.units()).isGreaterThan(19_400);
  }

  @Test
  void noLoanOfASpentLimitIsRequestedBeforeTheReportedTime() {
    SimulatedInstance instance =
        instances(LeasedAlgorithm.FIXED_WINDOW, 1, 1_000, 10 * SECOND).get(0);
    time.every(500, instance::call);
    time.runUntil(SECOND);
    assertThat(spending.units()).isEqualTo(1_000);
    assertThat(instance.rejected()).isGreaterThan(900);
    long before = instance.roundTrips();
    time.runUntil(10 * SECOND - RTT_MICROS);
    assertThat(instance.roundTrips()).isEqualTo(before);
    time.runUntil(11 * SECOND);
    assertThat(spending.units()).isEqualTo(2_000);
  }

  @ParameterizedTest
  @CsvSource({"1, 1000", "3, 1000", "5, 1000", "3, 30", "8, 100"})
  void allButOneLeasePerInstanceIsAdmitted(int count, long permits) {
    List<SimulatedInstance> all =
        instances(LeasedAlgorithm.FIXED_WINDOW, count, permits, 2 * SECOND);
    for (SimulatedInstance instance : all) {
      time.every(300, instance::call);
    }
    time.runUntil(2 * SECOND - 1);
    long lease = Math.max(permits / (4L * count), MOST_WAITING);
    assertThat(spending.units()).isBetween(permits - count * lease, permits);
    // More than required: while all instances run, the last units are lent one by one.
    assertThat(spending.units()).isEqualTo(permits);
  }

  @Test
  void idleUnitsAreReturnedForOtherInstances() {
    List<SimulatedInstance> both = instances(LeasedAlgorithm.FIXED_WINDOW, 2, 1_000, 20 * SECOND);
    for (int i = 0; i < 400; i++) {
      time.after(i * 500L, both.get(0)::call);
    }
    time.runUntil(SECOND);
    assertThat(both.get(0).admitted()).isEqualTo(400);
    time.every(1_000, both.get(1)::call);
    time.runUntil(3 * SECOND);
    assertThat(both.get(1).admitted()).isEqualTo(600);
  }

  @Test
  void aDeadInstanceLosesAtMostOneLease() {
    List<SimulatedInstance> both = instances(LeasedAlgorithm.FIXED_WINDOW, 2, 1_000, 20 * SECOND);
    time.every(200, both.get(0)::call);
    time.after(60_000, both.get(0)::die);
    time.runUntil(SECOND);
    time.every(1_000, both.get(1)::call);
    time.runUntil(5 * SECOND);
    assertThat(spending.units()).isBetween(1_000L - 1_000 / 8, 999L);
  }

  @Test
  void aRarelyUsedKeyCostsOneRoundTripPerCall() {
    SimulatedInstance instance = instances(LeasedAlgorithm.SLIDING_WINDOW, 1, 1_000, SECOND).get(0);
    time.every(SECOND, instance::call);
    time.runUntil(20 * SECOND);
    assertThat(instance.admitted()).isBetween(19L, 20L);
    assertThat(instance.roundTrips()).isLessThanOrEqualTo(20);
  }

  @Test
  void aShutdownReturnsAllUnits() {
    List<SimulatedInstance> both = instances(LeasedAlgorithm.TOKEN_BUCKET, 2, 1_000, 100 * SECOND);
    time.every(200, both.get(0)::call);
    time.runUntil(60_000);
    both.get(0).shutDown();
    long before = spending.units();
    time.runUntil(62_000);
    for (int i = 0; i < 2_000; i++) {
      time.after(10L * i, both.get(1)::call);
    }
    time.runUntil(100_000);
    assertThat(before).isGreaterThan(100);
    assertThat(spending.units()).isBetween(1_000L, 1_001L);
  }
}
