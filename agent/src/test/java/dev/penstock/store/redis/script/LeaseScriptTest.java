package dev.penstock.store.redis.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.limit.CalendarWindow;
import dev.penstock.limit.Concurrency;
import dev.penstock.limit.FixedWindow;
import dev.penstock.limit.Limit;
import dev.penstock.limit.SlicedWindow;
import dev.penstock.limit.SlidingLog;
import dev.penstock.limit.SlidingWindow;
import dev.penstock.limit.TokenBucket;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Leased units never exceed a limit, at whatever time they are spent. */
class LeaseScriptTest {
  private static final long SECOND = 1_000_000;
  private static final long TODAY = 1_794_000_000 * SECOND;
  private static final long LAPSE = 15 * SECOND;
  private static final int RUNS = 60;
  private static final int STEPS = 150;

  private static FixedTimeRedis redis;

  @BeforeAll
  static void start() {
    redis = new FixedTimeRedis();
  }

  @AfterAll
  static void stop() {
    redis.close();
  }

  @Test
  void aBucketNeverAdmitsMoreThanItsBurstAndItsRefill() {
    Random random = new Random(11);
    for (int run = 0; run < RUNS; run++) {
      long permits = RandomLimits.spread(random, 50);
      long period = RandomLimits.spread(random, 20 * SECOND);
      long burst = RandomLimits.spread(random, 40);
      Limit limit = new TokenBucket(permits, period, burst);
      LeaseHistory history = new LeaseHistory(redis, limit, random, "bucket" + run);
      List<Long> spent = history.play(TODAY, STEPS, LAPSE);
      assertConforms(spent, permits, period, burst, limit);
    }
  }

  /** Between any two instants, at most the burst and the refill of that time are spent. */
  private static void assertConforms(
      List<Long> spent, long permits, long period, long burst, Limit limit) {
    assertThat(spent).isNotEmpty();
    long worst = Long.MIN_VALUE;
    for (int i = 0; i < spent.size(); i++) {
      for (int j = i; j < spent.size(); j++) {
        long beyondBurst = j - i + 1L - burst;
        long elapsed = spent.get(j) - spent.get(i);
        worst = Math.max(worst, beyondBurst * period - elapsed * permits);
      }
    }
    assertThat(worst).as("%s", limit).isLessThanOrEqualTo(0);
  }

  @Test
  void aLogNeverAdmitsMoreThanItsPermitsInAnyWindow() {
    Random random = new Random(12);
    for (int run = 0; run < RUNS; run++) {
      long permits = RandomLimits.spread(random, 50);
      long period = RandomLimits.spread(random, 60 * SECOND);
      Limit limit = new SlidingLog(permits, period);
      LeaseHistory history = new LeaseHistory(redis, limit, random, "log" + run);
      assertAtMostPermitsInAnyWindow(history.play(TODAY, STEPS, LAPSE), permits, period, limit);
    }
  }

  @Test
  void strictSlicesNeverAdmitMoreThanTheirPermitsInAnyWindow() {
    Random random = new Random(13);
    for (int run = 0; run < RUNS; run++) {
      long permits = RandomLimits.spread(random, 50);
      int slices = 1 + random.nextInt(6);
      long period = slices * RandomLimits.spread(random, 10 * SECOND);
      Limit limit = new SlicedWindow(permits, period, slices, /* strict= */ true);
      LeaseHistory history = new LeaseHistory(redis, limit, random, "sliced" + run);
      assertAtMostPermitsInAnyWindow(history.play(TODAY, STEPS, LAPSE), permits, period, limit);
    }
  }

  private static void assertAtMostPermitsInAnyWindow(
      List<Long> spent, long permits, long window, Limit limit) {
    assertThat(spent).isNotEmpty();
    for (int i = 0; i + permits < spent.size(); i++) {
      assertThat(spent.get(i + (int) permits) - spent.get(i))
          .as("%s", limit)
          .isGreaterThanOrEqualTo(window);
    }
  }

  @Test
  void aFixedWindowNeverAdmitsMoreThanItsPermits() {
    Random random = new Random(14);
    for (int run = 0; run < RUNS; run++) {
      long permits = RandomLimits.spread(random, 50);
      long period = RandomLimits.spread(random, 20 * SECOND);
      Limit limit = new FixedWindow(permits, period);
      LeaseHistory history = new LeaseHistory(redis, limit, random, "fixed" + run);
      List<Long> spent = history.play(TODAY, STEPS, LAPSE);
      for (int i = 0; i + permits < spent.size(); i++) {
        assertThat(spent.get(i + (int) permits) / period).isGreaterThan(spent.get(i) / period);
      }
    }
  }

  @Test
  void aSlidingWindowAdmitsNothingThatDoesNotFitWhenItIsSpent() {
    Random random = new Random(15);
    for (int run = 0; run < RUNS; run++) {
      long permits = RandomLimits.spread(random, 50);
      long period = RandomLimits.spread(random, 20 * SECOND);
      Limit limit = new SlidingWindow(permits, period);
      LeaseHistory history = new LeaseHistory(redis, limit, random, "sliding" + run);
      List<Long> spent = history.play(TODAY, STEPS, LAPSE);
      for (int i = 0; i < spent.size(); i++) {
        assertWeightedCountFits(permits, period, spent.subList(0, i + 1));
      }
    }
  }

  private static void assertWeightedCountFits(long permits, long period, List<Long> spent) {
    long now = spent.get(spent.size() - 1);
    long current = spent.stream().filter(t -> t / period == now / period).count();
    long previous = spent.stream().filter(t -> t / period == now / period - 1).count();
    assertThat(previous * (period - now % period) + current * period)
        .isLessThanOrEqualTo(permits * period);
  }

  @Test
  void grantsTheUnitsLeftIfTheyAreAtLeastTheMinimum() {
    LeaseHistory history = new LeaseHistory(redis, new FixedWindow(10, SECOND), "enough");
    assertThat(history.request(TODAY, 3, 7).units()).isEqualTo(7);
    assertThat(history.request(TODAY, 3, 7).units()).isEqualTo(3);
    assertThat(history.request(TODAY, 1, 7).units()).isZero();

    LeaseHistory second = new LeaseHistory(redis, new FixedWindow(10, SECOND), "not enough");
    assertThat(second.request(TODAY, 3, 8).units()).isEqualTo(8);
    assertThat(second.request(TODAY, 3, 8).units()).isZero();
    assertThat(second.request(TODAY, 0, 8).units()).isEqualTo(2);
  }

  @Test
  void unitsOfWindowsAreValidUntilTheWindowEnds() {
    long now = TODAY + 300_000;
    Limit calendar = new CalendarWindow(10, CalendarWindow.Unit.DAY, ZoneOffset.UTC);
    long toMidnight = 86_400 * SECOND - now % (86_400 * SECOND);
    assertThat(valid(new FixedWindow(10, SECOND), now)).isEqualTo(700_000);
    assertThat(valid(new SlidingWindow(10, SECOND), now)).isEqualTo(700_000);
    assertThat(valid(new SlicedWindow(10, SECOND, 5, false), now)).isEqualTo(100_000);
    assertThat(valid(calendar, now)).isEqualTo(toMidnight);
    assertThat(valid(new SlidingLog(10, SECOND), now)).isEqualTo(LAPSE);
    assertThat(valid(new TokenBucket(10, SECOND, 10), now)).isEqualTo(LAPSE);
  }

  private static long valid(Limit limit, long now) {
    return new LeaseHistory(redis, limit, "valid " + limit).request(now, 1, 5).validMicros();
  }

  @ParameterizedTest
  @ValueSource(strings = {"fixed", "sliding", "sliced", "log", "bucket", "calendar"})
  void returnedUnitsCanBeLeasedByOthers(String kind) {
    Limit limit =
        switch (kind) {
          case "fixed" -> new FixedWindow(10, 60 * SECOND);
          case "sliding" -> new SlidingWindow(10, 60 * SECOND);
          case "sliced" -> new SlicedWindow(10, 60 * SECOND, 6, false);
          case "log" -> new SlidingLog(10, 60 * SECOND);
          case "bucket" -> new TokenBucket(10, 3_600 * SECOND, 10);
          default -> new CalendarWindow(10, CalendarWindow.Unit.WEEK, ZoneOffset.UTC);
        };
    LeaseHistory history = new LeaseHistory(redis, limit, "returned " + kind);
    ScriptedLease first = history.request(TODAY, 1, 10);
    assertThat(history.report(TODAY + 10, first, /* spent= */ 4, /* unused= */ 6).units()).isZero();
    assertThat(history.request(TODAY + 20, 1, 10).units()).isEqualTo(6);
  }

  @Test
  void anAbandonedLeaseCountsAsSpentAtTheEndOfItsValidity() {
    LeaseHistory history = new LeaseHistory(redis, new TokenBucket(1, SECOND, 10), "abandoned");
    assertThat(history.request(TODAY, 1, 10).units()).isEqualTo(10);
    long lapsed = TODAY + LAPSE;
    assertThat(history.request(lapsed, 1, 10).units()).isZero();
    assertThat(history.request(lapsed + 4 * SECOND, 1, 10).units()).isEqualTo(4);
  }

  @Test
  void aLateReportKeepsNoUnits() {
    LeaseHistory history = new LeaseHistory(redis, new TokenBucket(1, SECOND, 10), "late");
    ScriptedLease first = history.request(TODAY, 1, 10);
    assertThat(history.report(TODAY + LAPSE - 1, first, 2, 3).kept()).isEqualTo(5);
    assertThat(history.report(TODAY + 3 * LAPSE, first, 2, 3).kept()).isZero();
  }

  @Test
  void aHugeBucketLeasesExactly() {
    Limit limit = new TokenBucket(1023, 100L * 365 * 86_400 * SECOND / 3, 1023);
    LeaseHistory history = new LeaseHistory(redis, limit, "huge");
    long units = 0;
    for (int i = 0; i < 100; i++) {
      units += history.request(TODAY, 1, 400).units();
    }
    assertThat(units).isEqualTo(1023);
  }

  @Test
  void concurrencySlotsAreNotLeased() {
    assertThatThrownBy(
            () -> new LeaseHistory(redis, new Concurrency(5), "slots").request(TODAY, 1, 2))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
