package dev.penstock.limit;

import static dev.penstock.limit.CallSequence.play;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SlicedWindowTest {
  private static final long TODAY = 1_800_000_000_000_000L;
  private static final long YEARS = 100L * 365 * 24 * 3600 * 1_000_000;

  @Test
  void theOldestSliceCountsLessOverTime() {
    // Four units are spent at 450, in the slice up to 500. They count less from 1,000 to 1,500.
    assertThat(play(new SlicedWindow(4, 1_000, 2, false), 450, 450, 450, 450, 999, 1_125, 1_500))
        .isEqualTo("+3 +2 +1 +0 -126 +0 +2");
    assertThat(play(new SlicedWindow(4, 1_000, 2, true), 450, 450, 450, 450, 1_125, 1_500))
        .isEqualTo("+3 +2 +1 +0 -375 +3");
  }

  @Test
  void oneSliceIsASlidingWindow() {
    Random random = new Random(11);
    for (int run = 0; run < 2_000; run++) {
      long period = ModelRun.spread(random, 1_000_000_000);
      long permits = ModelRun.spread(random, Math.min(500, SlidingWindow.mostPermits(period)));
      LimitedKey sliced = new LimitedKey(new SlicedWindow(permits, period, 1, false));
      LimitedKey sliding = new LimitedKey(new SlidingWindow(permits, period));
      long now = TODAY;
      for (int step = 0; step < 60; step++) {
        // Sometimes a thread is delayed, and time goes back.
        now += random.nextLong(period / 2 + 2) - (step % 7 == 0 ? period / 8 : 0);
        long cost = 1 + random.nextLong(permits + 1) / (1 + random.nextInt(9));
        assertThat(sliced.remaining(now)).isEqualTo(sliding.remaining(now));
        assertThat(sliced.waitMicros(now, cost)).isEqualTo(sliding.waitMicros(now, cost));
        assertThat(sliced.resetMicros(now)).isEqualTo(sliding.resetMicros(now));
        assertThat(sliced.isUnspent(now)).isEqualTo(sliding.isUnspent(now));
        assertThat(sliced.spend(now, cost)).isEqualTo(sliding.spend(now, cost));
      }
    }
  }

  @Test
  void strictNeverAdmitsMoreThanItsPermitsInAnyWindow() {
    Random random = new Random(12);
    for (int run = 0; run < 3_000; run++) {
      int slices = 1 + random.nextInt(8);
      long period = slices * (1 + random.nextLong(50));
      long permits = 1 + random.nextLong(30);
      long most = mostInAnyWindow(random, new SlicedWindow(permits, period, slices, true));
      assertThat(most).as("%s permits, %s slices", permits, slices).isLessThanOrEqualTo(permits);
    }
  }

  /** Spends at the worst moments: all at the end of a slice, or whenever anything fits. */
  private static long mostInAnyWindow(Random random, SlicedWindow limit) {
    LimitedKey key = new LimitedKey(limit);
    long period = limit.periodMicros();
    List<long[]> admitted = new ArrayList<>();
    long now = TODAY;
    long most = 0;
    for (int step = 0; step < 80; step++) {
      now +=
          switch (random.nextInt(4)) {
            case 0 -> key.waitMicros(now, 1);
            case 1 -> random.nextLong(period + 1);
            case 2 -> Math.max(0, period - now % period - random.nextInt(2));
            default -> 1;
          };
      long cost = random.nextInt(3) == 0 ? 1 : Math.max(1, key.remaining(now));
      if (key.spend(now, cost)) {
        admitted.add(new long[] {now, cost});
      }
      long from = now - period;
      most = Math.max(most, admitted.stream().filter(a -> a[0] > from).mapToLong(a -> a[1]).sum());
    }
    return most;
  }

  @Test
  void extremeNumbersDoNotOverflow() {
    long most = Long.MAX_VALUE / 4;
    for (boolean strict : new boolean[] {false, true}) {
      LimitedKey key = new LimitedKey(new SlicedWindow(most, YEARS, 1_000, strict));
      long slice = YEARS / 1_000;
      long start = TODAY / slice * slice;
      assertThat(key.spend(start, most)).isTrue();
      assertThat(key.remaining(start)).isZero();
      assertThat(key.fits(start, Long.MAX_VALUE)).isFalse();
      assertThat(key.waitMicros(start, Long.MAX_VALUE)).isEqualTo(Limit.NEVER);
      assertThat(key.waitMicros(start, most)).isEqualTo(YEARS + slice);
      assertThat(key.remaining(start + YEARS + slice / 2)).isEqualTo(strict ? 0 : most / 2);
      assertThat(key.spend(start + YEARS + slice, most)).isTrue();
    }
  }

  @Test
  void messagesShowTheInvalidNumber() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SlicedWindow(1, 1_000, 7, false))
        .withMessage("a period of 1000 us cannot be cut evenly into slices, was 7");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SlicedWindow(1, 1_000, 0, false))
        .withMessage("slices must be positive, was 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SlicedWindow(1, YEARS + 1, 1, false))
        .withMessage("a period is at most 100 years, was 3153600000000001");
  }
}
