package dev.penstock.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.limit.LimitModel.Admission;
import java.util.Random;

/** Plays one random history against a limit and its model; all results have to be equal. */
final class ModelRun {
  /** One of this number of steps refunds units. */
  private static final int REFUND_EVERY = 6;

  private final Random random;
  private final Limit limit;
  private final LimitModel model;
  private final boolean refunding;
  private final LimitedKey key;
  private long now;

  ModelRun(Random random, Limit limit, LimitModel model, boolean refunding) {
    this.random = random;
    this.limit = limit;
    this.model = model;
    this.refunding = refunding;
    key = new LimitedKey(limit);
    now = 1_800_000_000_000_000L + (random.nextLong() >>> 14);
  }

  void step() {
    now += pause();
    if (refunding && random.nextInt(REFUND_EVERY) == 0) {
      refundOne();
    }
    long cost = cost();
    check(key.remaining(now), model.remaining(now, limit.capacity()), "remaining");
    checkWait(cost);
    boolean fits = model.fits(now, cost);
    check(key.spend(now, cost), fits, "fits");
    if (fits) {
      model.admit(now, cost);
      check(key.state() >= 0, true, "state is not negative");
      checkDelay();
    }
  }

  private void refundOne() {
    int count = model.admissions.size();
    if (count > 0) {
      Admission admission = model.admissions.get(Math.max(0, count - 1 - random.nextInt(8)));
      model.refund(admission);
      key.refund(admission.at(), now, admission.cost());
    }
  }

  /** Checks that the cost fits after the wait, and not a microsecond before. */
  private void checkWait(long cost) {
    long wait = key.waitMicros(now, cost);
    if (cost > limit.capacity()) {
      check(wait, Limit.NEVER, "wait");
      return;
    }
    check(wait >= 0, true, "wait is not negative");
    check(model.fits(now + wait, cost), true, "model at the wait for " + cost);
    check(key.fits(now + wait, cost), true, "at the wait for " + cost);
    if (wait > 0) {
      check(model.fits(now + wait - 1, cost), false, "model before the wait for " + cost);
      check(key.fits(now + wait - 1, cost), false, "before the wait for " + cost);
    }
  }

  private void checkDelay() {
    if (limit instanceof TokenBucket bucket) {
      long delay = bucket.delayMicros(key.state(), now);
      check(delay, ((TokenBucketModel) model).delayMicros(now), "delay");
      check(delay <= bucket.patienceMicros(), true, "delay is within the patience");
    }
  }

  private void check(Object actual, Object expected, String description) {
    if (!actual.equals(expected)) {
      assertThat(actual).as("%s, %s at %s", description, key, now).isEqualTo(expected);
    }
  }

  private long pause() {
    long period = limit.periodMicros();
    return switch (random.nextInt(8)) {
      case 0, 1 -> 0;
      case 2 -> 1;
      case 3 -> period - now % period - random.nextInt(2);
      case 4 -> random.nextLong(1 + period / limit.permits());
      case 5 -> random.nextLong(3 * period);
      case 6 -> key.waitMicros(now, Math.min(limit.capacity(), cost()));
      default -> random.nextLong(1 + period / 4);
    };
  }

  private long cost() {
    return switch (random.nextInt(6)) {
      case 0 -> 1 + random.nextLong(limit.capacity());
      case 1 -> limit.capacity() + random.nextInt(2);
      case 2 -> Math.max(1, key.remaining(now) + random.nextInt(2));
      default -> 1;
    };
  }

  /** A random number with a random magnitude, from 1 to the maximum. */
  static long spread(Random random, long most) {
    double magnitude = random.nextDouble() * Math.log((double) most);
    return Math.max(1, Math.min(most, Math.round(Math.exp(magnitude))));
  }
}
