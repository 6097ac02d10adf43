package dev.penstock.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ConcurrencyTest {
  private static final long TODAY = 1_800_000_000_000_000L;
  private static final long HOUR = 3_600_000_000L;

  @Test
  void admitsCallsWhileSlotsAreFree() {
    Random random = new Random(10);
    for (int run = 0; run < 2_500; run++) {
      playOne(random, new LimitedKey(new Concurrency(ModelRun.spread(random, 100))));
    }
  }

  private static void playOne(Random random, LimitedKey key) {
    long permits = key.limit().permits();
    List<long[]> inFlight = new ArrayList<>();
    for (int step = 0; step < 50; step++) {
      long now = TODAY + random.nextLong(2 * HOUR) - HOUR;
      long taken = inFlight.stream().mapToLong(call -> call[1]).sum();
      long cost = 1 + random.nextLong(random.nextBoolean() ? 3 : permits + 1);
      boolean fits = taken + cost <= permits;
      assertThat(key.remaining(now)).isEqualTo(permits - taken);
      assertThat(key.waitMicros(now, cost))
          .isEqualTo(cost > permits ? Limit.NEVER : fits ? 0 : Limit.UNKNOWN);
      assertThat(key.isUnspent(now)).isEqualTo(inFlight.isEmpty());
      assertThat(key.resetMicros(now)).isZero();
      assertThat(key.spend(now, cost)).isEqualTo(fits);
      if (fits) {
        inFlight.add(new long[] {now, cost});
      }
      if (!inFlight.isEmpty() && random.nextBoolean()) {
        long[] ended = inFlight.remove(random.nextInt(inFlight.size()));
        key.refund(ended[0], now, ended[1]);
      }
    }
  }

  @Test
  void theNumberOfSlotsIsNeverNegative() {
    NarrowLimit limit = new Concurrency(3);
    assertThat(limit.refund(1, TODAY, TODAY, 2)).isZero();
    assertThat(limit.spend(2, TODAY, Long.MAX_VALUE)).isEqualTo(NarrowLimit.REFUSED);
    assertThat(limit.spent(2, TODAY)).isEqualTo(SpentUnits.NONE);
    assertThat(limit.withAtLeast(SpentUnits.of(2), 1, TODAY)).isEqualTo(1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Concurrency(0))
        .withMessage("permits must be positive, was 0");
  }
}
