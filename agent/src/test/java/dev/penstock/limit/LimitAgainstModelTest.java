package dev.penstock.limit;

import dev.penstock.Repetitions;
import java.time.ZoneId;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Limits have the same results as slow, exact models, for random histories. */
class LimitAgainstModelTest {
  private static final int RUNS = Repetitions.of(500, 2_000);
  private static final int STEPS = 50;
  private static final long MONTH_MICROS = 31L * 24 * 3600 * 1_000_000;
  private static final String[] ZONES = {
    "UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Sao_Paulo"
  };

  private static final List<CalendarWindow.Unit> UNITS = List.of(CalendarWindow.Unit.values());

  @Test
  void tokenBucketCountsExactFractionsOfTokens() {
    Random random = new Random(1);
    for (int run = 0; run < RUNS; run++) {
      playBucket(random, run, /* patience= */ 0);
    }
  }

  @Test
  void leakyBucketWithPatienceDelaysCallsUntilTheirTurn() {
    Random random = new Random(5);
    for (int run = 0; run < RUNS; run++) {
      playBucket(random, run, ModelRun.spread(random, 10_000_000));
    }
  }

  private static void playBucket(Random random, int run, long patience) {
    long period = ModelRun.spread(random, MONTH_MICROS);
    long permits = ModelRun.spread(random, run % 2 == 0 ? 2_000 : 10_000_000);
    long burst = random.nextBoolean() ? ModelRun.spread(random, 1_000) : permits;
    play(
        random,
        new TokenBucket(permits, period, burst, patience),
        new TokenBucketModel(permits, period, burst, patience),
        /* refunding= */ false);
  }

  @Test
  void fixedWindowCountsTheAdmissionsInTheWindow() {
    Random random = new Random(2);
    for (int run = 0; run < RUNS; run++) {
      long period = ModelRun.spread(random, MONTH_MICROS);
      long permits = ModelRun.spread(random, FixedWindow.mostPermits(period));
      LimitModel model = new FixedWindowModel(permits, period);
      play(random, new FixedWindow(permits, period), model, run % 2 == 0);
    }
  }

  @Test
  void slidingWindowWeighsThePreviousWindowExactly() {
    Random random = new Random(3);
    for (int run = 0; run < RUNS; run++) {
      long period = ModelRun.spread(random, MONTH_MICROS);
      long permits = ModelRun.spread(random, SlidingWindow.mostPermits(period));
      LimitModel model = new SlidingWindowModel(permits, period);
      play(random, new SlidingWindow(permits, period), model, run % 2 == 0);
    }
  }

  @Test
  void slicedWindowWeighsItsOldestSliceExactly() {
    Random random = new Random(6);
    for (int run = 0; run < RUNS; run++) {
      playSlices(random, /* strict= */ false, run % 2 == 0);
    }
  }

  @Test
  void strictSlicedWindowCountsItsOldestSliceFully() {
    Random random = new Random(7);
    for (int run = 0; run < RUNS; run++) {
      playSlices(random, /* strict= */ true, run % 2 == 0);
    }
  }

  private static void playSlices(Random random, boolean strict, boolean refunding) {
    int slices = (int) ModelRun.spread(random, 60);
    long period = slices * ModelRun.spread(random, MONTH_MICROS / slices);
    long permits = ModelRun.spread(random, Long.MAX_VALUE / 128);
    play(
        random,
        new SlicedWindow(permits, period, slices, strict),
        new SlidingWindowModel(permits, period, slices, strict),
        refunding);
  }

  @Test
  void slidingLogCountsTheAdmissionsInTheLastPeriod() {
    Random random = new Random(8);
    for (int run = 0; run < RUNS; run++) {
      long period = ModelRun.spread(random, MONTH_MICROS);
      long permits = ModelRun.spread(random, run % 2 == 0 ? 30 : Long.MAX_VALUE / 128);
      LimitModel model = new SlidingLogModel(permits, period);
      play(random, new SlidingLog(permits, period), model, run % 4 < 2);
    }
  }

  @Test
  void calendarWindowCountsTheAdmissionsInTheDayWeekOrMonth() {
    Random random = new Random(9);
    for (int run = 0; run < RUNS; run++) {
      ZoneId zone = ZoneId.of(ZONES[run % ZONES.length]);
      CalendarWindow.Unit unit = UNITS.get(random.nextInt(3));
      long permits = ModelRun.spread(random, CalendarWindow.MAX_PERMITS);
      LimitModel model = new CalendarModel(permits, unit, zone);
      play(random, new CalendarWindow(permits, unit, zone), model, run % 2 == 0);
    }
  }

  private static void play(Random random, Limit limit, LimitModel model, boolean refunding) {
    ModelRun run = new ModelRun(random, limit, model, refunding);
    for (int step = 0; step < STEPS; step++) {
      run.step();
    }
  }
}
