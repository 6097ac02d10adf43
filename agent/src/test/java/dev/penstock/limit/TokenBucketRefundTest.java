package dev.penstock.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.limit.LimitModel.Admission;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * A refund fills a bucket at most to its level without the charge. {@link LimitAgainstModelTest}
 * shows that the refunds of all other algorithms are exact.
 */
class TokenBucketRefundTest {
  private static final long TODAY = 1_800_000_000_000_000L;

  @Test
  void aRefundNeverFillsABucketBeyondTheLevelWithoutTheCharge() {
    Random random = new Random(20);
    for (int run = 0; run < 4_000; run++) {
      long permits = 1 + random.nextLong(20);
      long period = permits * (1 + random.nextLong(200));
      long burst = 1 + random.nextLong(12);
      long patience = random.nextBoolean() ? 0 : random.nextLong(3 * period);
      TokenBucket bucket = new TokenBucket(permits, period, burst, patience);
      play(random, bucket, new TokenBucketModel(permits, period, burst, patience));
    }
  }

  private static void play(Random random, TokenBucket bucket, TokenBucketModel model) {
    LimitedKey key = new LimitedKey(bucket);
    long now = TODAY;
    for (int step = 0; step < 30; step++) {
      now += random.nextInt(3) == 0 ? random.nextLong(bucket.periodMicros()) : random.nextLong(9);
      long cost = 1 + random.nextLong(3);
      if (key.spend(now, cost)) {
        model.admit(now, cost);
      }
      if (!model.admissions.isEmpty() && random.nextInt(3) == 0) {
        Admission charge = model.admissions.get(random.nextInt(model.admissions.size()));
        model.refund(charge);
        long before = key.remaining(now);
        key.refund(charge.at(), now, charge.cost());
        assertThat(key.remaining(now)).isGreaterThanOrEqualTo(before);
      }
      assertThat(key.state()).isNotNegative();
      assertThat(key.remaining(now))
          .as("%s at %s", key, now)
          .isLessThanOrEqualTo(model.remaining(now, bucket.capacity()));
    }
  }

  @Test
  void aRefundIsExactIfItIsImmediateOrNothingIsChargedAfterIt() {
    Random random = new Random(21);
    for (int run = 0; run < 100_000; run++) {
      long permits = 1 + random.nextLong(20);
      long period = permits * (1 + random.nextLong(200));
      long burst = 2 + random.nextLong(12);
      LimitedKey key = new LimitedKey(new TokenBucket(permits, period, burst));
      LimitedKey without = new LimitedKey(key.limit());
      boolean atOnce = random.nextBoolean();
      long before = atOnce ? random.nextLong(burst) : 0;
      key.spend(TODAY, before);
      without.spend(TODAY, before);
      long spentAt = TODAY + random.nextLong(period);
      long cost = 1 + random.nextLong(burst);
      if (!key.spend(spentAt, cost)) {
        continue;
      }
      long now = atOnce ? spentAt : spentAt + random.nextLong(period);
      if (atOnce && key.spend(now, 1)) {
        assertThat(without.spend(now, 1)).isTrue();
      }
      key.refund(spentAt, now, cost);
      for (long later = now; later < now + period; later += 1 + period / 7) {
        assertThat(key.remaining(later)).isEqualTo(without.remaining(later));
      }
    }
  }

  @Test
  void refilledUnitsAreNotRefundedAgain() {
    LimitedKey key = new LimitedKey(new TokenBucket(10, 1_000, 3));
    key.spend(TODAY, 3);
    key.spend(TODAY + 300, 3);
    key.refund(TODAY, TODAY + 300, 3);
    assertThat(key.remaining(TODAY + 300)).isZero();
  }

  @Test
  void theTurnOfTheLastHeldCallGoesToTheNextAndAnEarlierTurnStaysUnused() {
    // One call per 100 us; three can be held.
    TokenBucket bucket = new TokenBucket(10, 1_000, 1, 300);
    long[] states = new long[4];
    long[] delays = new long[4];
    long state = NarrowLimit.UNTOUCHED;
    for (int i = 0; i < 4; i++) {
      state = bucket.spend(state, TODAY, 1);
      states[i] = state;
      delays[i] = bucket.delayMicros(state, TODAY);
    }
    assertThat(delays).containsExactly(0, 100, 200, 300);
    assertThat(bucket.spend(state, TODAY, 1)).isEqualTo(NarrowLimit.REFUSED);

    assertThat(bucket.cancelTurn(state, states[2], 1))
        .as("the fourth call waits behind it")
        .isEqualTo(state);
    assertThat(bucket.refund(state, TODAY, TODAY + 10, 1)).isEqualTo(state);
    long left = bucket.cancelTurn(state, states[3], 1);
    assertThat(bucket.remaining(left, TODAY + 10)).isEqualTo(1);
    long next = bucket.spend(left, TODAY + 10, 1);
    assertThat(bucket.delayMicros(next, TODAY + 10)).isEqualTo(290);
  }
}
