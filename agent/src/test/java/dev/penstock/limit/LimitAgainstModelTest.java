package dev.penstock.limit;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Decision, remaining and wait equal those of slow, exact models for random histories. */
class LimitAgainstModelTest {
  private static final int RUNS = 2_500;
  private static final int STEPS = 50;
  private static final long MONTH_MICROS = 31L * 24 * 3600 * 1_000_000;

  @Test
  void tokenBucketCountsExactFractionsOfTokens() {
    Random random = new Random(1);
    for (int run = 0; run < RUNS; run++) {
      long period = ModelRun.spread(random, MONTH_MICROS);
      long permits = ModelRun.spread(random, run % 2 == 0 ? 2_000 : 10_000_000);
      long burst = random.nextBoolean() ? ModelRun.spread(random, 1_000) : permits;
      play(
          random,
          new TokenBucket(permits, period, burst),
          new TokenBucketModel(permits, period, burst));
    }
  }

  @Test
  void fixedWindowCountsWhatWasAdmittedInTheWindow() {
    Random random = new Random(2);
    for (int run = 0; run < RUNS; run++) {
      long period = ModelRun.spread(random, MONTH_MICROS);
      long permits = ModelRun.spread(random, FixedWindow.mostPermits(period));
      play(random, new FixedWindow(permits, period), new FixedWindowModel(permits, period));
    }
  }

  @Test
  void slidingWindowWeighsThePreviousWindowExactly() {
    Random random = new Random(3);
    for (int run = 0; run < RUNS; run++) {
      long period = ModelRun.spread(random, MONTH_MICROS);
      long permits = ModelRun.spread(random, SlidingWindow.mostPermits(period));
      play(random, new SlidingWindow(permits, period), new SlidingWindowModel(permits, period));
    }
  }

  private static void play(Random random, NarrowLimit limit, LimitModel model) {
    ModelRun run = new ModelRun(random, limit, model);
    for (int step = 0; step < STEPS; step++) {
      run.step();
    }
  }
}
