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
      NarrowLimit from = anyLimit(random);
      NarrowLimit to = anyLimit(random);
      long now = TODAY + random.nextLong(5 * MINUTE);
      long state = anyState(random, from, now);
      long later = now + random.nextLong(MINUTE);

      long spent = from.capacity() - from.remaining(state, later);
      long carried = carriedOver(to, from, state, later);

      assertThat(carried).isNotNegative();
      assertThat(to.remaining(carried, later))
          .as("from %s in state %s to %s at %s", from, state, to, later)
          .isBetween(0L, Math.max(0, to.capacity() - spent));
    }
  }

  @Test
  void aWholeKeyStartsAfresh() {
    NarrowLimit from = new FixedWindow(10, MINUTE);
    NarrowLimit to = new TokenBucket(20, MINUTE, 20);
    long state = from.spend(NarrowLimit.UNTOUCHED, TODAY, 10);
    assertThat(carriedOver(to, from, state, TODAY + MINUTE)).isEqualTo(NarrowLimit.UNTOUCHED);
  }

  @Test
  void aLimitThatOnlyChangesItsNumberKeepsTheCount() {
    NarrowLimit ten = new FixedWindow(10, MINUTE);
    NarrowLimit five = new FixedWindow(5, MINUTE);
    long state = ten.spend(NarrowLimit.UNTOUCHED, TODAY, 8);
    long lowered = carriedOver(five, ten, state, TODAY);
    assertThat(five.remaining(lowered, TODAY)).isZero();
    assertThat(ten.remaining(carriedOver(ten, five, lowered, TODAY), TODAY)).isEqualTo(2);
  }

  /** What the store does with a state when a reload brings another limit. */
  private static long carriedOver(NarrowLimit to, NarrowLimit from, long state, long now) {
    if (from.whole(state, now)) {
      return NarrowLimit.UNTOUCHED;
    }
    return to.sharesStateWith(from)
        ? state
        : CarryOver.state(to, CarryOver.spent(from, state, /* wide= */ null, now), now);
  }

  private static NarrowLimit anyLimit(Random random) {
    long permits = 1 + random.nextLong(20);
    long period = (1 + random.nextLong(3)) * MINUTE;
    return switch (random.nextInt(3)) {
      case 0 -> new TokenBucket(permits, period, 1 + random.nextLong(20));
      case 1 -> new FixedWindow(permits, period);
      default -> new SlidingWindow(permits, period);
    };
  }

  private static long anyState(Random random, NarrowLimit limit, long now) {
    long state = NarrowLimit.UNTOUCHED;
    long time = now - 2 * MINUTE;
    while (time < now) {
      long next = limit.spend(state, time, 1 + random.nextLong(3));
      state = next == NarrowLimit.REFUSED ? state : next;
      time += random.nextLong(MINUTE);
    }
    return state;
  }
}
