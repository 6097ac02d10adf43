package dev.penstock.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** What was spent under one limit stays spent under the next. */
class CarriedOverTest {
  private static final long TODAY = 1_800_000_000_000_000L;
  private static final long MINUTE = 60_000_000;

  @Test
  void spentUnitsStaySpentBetweenAllPairsOfAlgorithms() {
    Random random = new Random(4);
    for (int i = 0; i < 100_000; i++) {
      Limit from = anyLimit(random);
      Limit to = anyLimit(random);
      long now = TODAY + random.nextLong(5 * MINUTE);
      long state = anyState(random, from, now);
      long later = now + random.nextLong(MINUTE);

      long spent = from.capacity() - from.remaining(state, later);
      long carried = to.carriedOver(from, state, later);

      assertThat(carried).isNotNegative();
      assertThat(to.remaining(carried, later))
          .as("from %s in state %s to %s at %s", from, state, to, later)
          .isBetween(0L, Math.max(0, to.capacity() - spent));
    }
  }

  @Test
  void aWholeKeyStartsAfresh() {
    Limit from = new FixedWindow(10, MINUTE);
    Limit to = new TokenBucket(20, MINUTE, 20);
    long state = from.spend(Limit.UNTOUCHED, TODAY, 10);
    assertThat(to.carriedOver(from, state, TODAY + MINUTE)).isEqualTo(Limit.UNTOUCHED);
  }

  @Test
  void aLimitThatOnlyChangesItsNumberKeepsTheCount() {
    Limit ten = new FixedWindow(10, MINUTE);
    Limit five = new FixedWindow(5, MINUTE);
    long state = ten.spend(Limit.UNTOUCHED, TODAY, 8);
    long lowered = five.carriedOver(ten, state, TODAY);
    assertThat(five.remaining(lowered, TODAY)).isZero();
    assertThat(ten.remaining(ten.carriedOver(five, lowered, TODAY), TODAY)).isEqualTo(2);
  }

  private static Limit anyLimit(Random random) {
    long permits = 1 + random.nextLong(20);
    long period = (1 + random.nextLong(3)) * MINUTE;
    return switch (random.nextInt(3)) {
      case 0 -> new TokenBucket(permits, period, 1 + random.nextLong(20));
      case 1 -> new FixedWindow(permits, period);
      default -> new SlidingWindow(permits, period);
    };
  }

  private static long anyState(Random random, Limit limit, long now) {
    long state = Limit.UNTOUCHED;
    long time = now - 2 * MINUTE;
    while (time < now) {
      long next = limit.spend(state, time, 1 + random.nextLong(3));
      state = next == Limit.REFUSED ? state : next;
      time += random.nextLong(MINUTE);
    }
    return state;
  }
}
