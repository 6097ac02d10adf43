package dev.penstock.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.penstock.limit.Limit;
import dev.penstock.limit.LimitModel;
import dev.penstock.limit.TokenBucket;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The requirements for all stores: no sequence of reloads lets a client spend more. */
abstract class ReloadContract {
  static final long MINUTE = ReloadKind.MINUTE;
  static final long HOUR = 60 * MINUTE;
  static final long DAY = 24 * HOUR;
  static final int STEPS = 60;
  static final int KEYS = 2;

  final ManualTicker ticker = new ManualTicker();
  private final Claims claims = new Claims();
  Store store = newStore(ticker);

  abstract Store newStore(Ticker clock);

  /** The number of random histories. */
  abstract int runs();

  /**
   * True if the store leases units. Unspent leased units may be lost, so fewer calls are admitted.
   */
  abstract boolean isLeased();

  @Test
  void loweringAndRaisingABurstRefillsNothing() {
    long admitted = 0;
    for (long burst : new long[] {35, 15, 35, 15, 35}) {
      admitted += drain(new TokenBucket(1, DAY, burst));
    }
    expect(admitted, 35);
  }

  /** Expects exactly the limit, or at most the limit if the store leases units. */
  void expect(long admitted, long limit) {
    assertThat(admitted).isBetween(isLeased() ? 0 : limit, limit);
  }

  @Test
  void aSmallerBucketReportsTheWaitForItsWholeDebt() {
    assumeFalse(isLeased(), "the lender reports the wait of leased units");
    assertThat(drain(new TokenBucket(60, MINUTE, 35))).isEqualTo(35);
    Limit small = new TokenBucket(60, MINUTE, 15);
    assertThat(spend(0, small, 1)).isFalse();
    assertThat(claims.waitMicros(0)).isEqualTo(21_000_000);
    ticker.advance(20_999_999);
    assertThat(spend(0, small, 1)).isFalse();
    ticker.advance(1);
    assertThat(spend(0, small, 1)).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void changedNumbersNeverAdmitMoreThanTheHighestNumbersAlone(ReloadKind kind) {
    Random random = new Random(kind.name().hashCode());
    for (int run = 0; run < runs(); run++) {
      store = newStore(ticker);
      long period = (1 + random.nextInt(3)) * MINUTE;
      playNumbers(kind, period, random);
    }
  }

  private void playNumbers(ReloadKind kind, long period, Random random) {
    List<LimitModel> highest = new ArrayList<>();
    for (int key = 0; key < KEYS; key++) {
      highest.add(LimitModel.of(kind.highest(period)));
    }
    Limit limit = kind.any(random, period);
    for (int step = 0; step < STEPS; step++) {
      ticker.advance(pause(random, period));
      limit = random.nextInt(4) == 0 ? kind.any(random, period) : limit;
      int key = random.nextInt(KEYS);
      long cost = 1L + random.nextInt(3);
      if (spend(key, limit, cost)) {
        assertThat(highest.get(key).fits(ticker.micros(), cost)).as("%s", limit).isTrue();
        highest.get(key).admit(ticker.micros(), cost);
      }
    }
  }

  long drain(Limit limit) {
    long admitted = 0;
    while (spend(/* key= */ 0, limit, /* cost= */ 1)) {
      admitted++;
    }
    return admitted;
  }

  boolean spend(int key, Limit limit, long cost) {
    claims.clear();
    claims.add(store.budget("api", limit), Spender.mix(key), Spender.mix(~key), cost);
    store.settle(claims);
    return claims.granted();
  }

  /** A pause before the next call: usually none, often short, sometimes longer than a window. */
  static long pause(Random random, long period) {
    return switch (random.nextInt(16)) {
      case 0 -> random.nextLong(2 * period);
      case 1 -> period - random.nextLong(1_000);
      case 2, 3, 4, 5 -> random.nextLong(period / 10);
      default -> 0;
    };
  }
}
