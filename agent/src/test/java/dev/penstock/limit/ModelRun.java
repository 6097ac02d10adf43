package dev.penstock.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;

/** One random history, played to a limit and to its model; every answer has to be the same. */
final class ModelRun {
  private final Random random;
  private final NarrowLimit limit;
  private final LimitModel model;
  private long state = NarrowLimit.UNTOUCHED;
  private long now;

  ModelRun(Random random, NarrowLimit limit, LimitModel model) {
    this.random = random;
    this.limit = limit;
    this.model = model;
    now = 1_800_000_000_000_000L + (random.nextLong() >>> 14);
  }

  void step() {
    now += pause();
    long cost = cost();
    boolean fits = model.fits(now, cost);
    assertThat(limit.remaining(state, now))
        .as("remaining, %s", this)
        .isEqualTo(model.remaining(now, limit.capacity()));
    checkWait(cost);
    long next = limit.spend(state, now, cost);
    assertThat(next != NarrowLimit.REFUSED).as("fits %s, %s", cost, this).isEqualTo(fits);
    if (fits) {
      assertThat(next).as("state, %s", this).isNotNegative();
      model.admit(now, cost);
      state = next;
    }
  }

  /** The first instant at which the cost fits: it does then, and not a microsecond before. */
  private void checkWait(long cost) {
    long wait = limit.waitMicros(state, now, cost);
    if (cost > limit.capacity()) {
      assertThat(wait).as("wait for %s, %s", cost, this).isEqualTo(Limit.NEVER);
      return;
    }
    assertThat(wait).isNotNegative();
    assertThat(model.fits(now + wait, cost)).as("at the wait for %s, %s", cost, this).isTrue();
    assertThat(limit.spend(state, now + wait, cost))
        .as("%s", this)
        .isNotEqualTo(NarrowLimit.REFUSED);
    if (wait > 0) {
      assertThat(model.fits(now + wait - 1, cost)).as("before it, %s", this).isFalse();
      assertThat(limit.spend(state, now + wait - 1, cost)).isEqualTo(NarrowLimit.REFUSED);
    }
  }

  private long pause() {
    return switch (random.nextInt(8)) {
      case 0, 1 -> 0;
      case 2 -> 1;
      case 3 -> limit.periodMicros() - now % limit.periodMicros() - random.nextInt(2);
      case 4 -> random.nextLong(1 + limit.periodMicros() / limit.permits());
      case 5 -> random.nextLong(3 * limit.periodMicros());
      case 6 -> limit.waitMicros(state, now, Math.min(limit.capacity(), cost()));
      default -> random.nextLong(1 + limit.periodMicros() / 4);
    };
  }

  private long cost() {
    return switch (random.nextInt(6)) {
      case 0 -> 1 + random.nextLong(limit.capacity());
      case 1 -> limit.capacity() + random.nextInt(2);
      case 2 -> Math.max(1, limit.remaining(state, now) + random.nextInt(2));
      default -> 1;
    };
  }

  /** A number whose magnitude is as random as its digits, from 1 to the most. */
  static long spread(Random random, long most) {
    double magnitude = random.nextDouble() * Math.log((double) most);
    return Math.max(1, Math.min(most, Math.round(Math.exp(magnitude))));
  }

  @Override
  public String toString() {
    return limit + " with state " + state + " at " + now;
  }
}
