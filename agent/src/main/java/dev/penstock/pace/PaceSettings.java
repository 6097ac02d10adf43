package dev.penstock.pace;

import dev.penstock.limit.Limit;
import dev.penstock.rule.Pacing;
import dev.penstock.rule.Quota;
import dev.penstock.rule.Rule;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** All that a rule says of the pace that its answers teach. */
record PaceSettings(
    long intervalMicros, long capMicros, dev.penstock.rule.@Nullable Backoff backoff) {
  static PaceSettings of(Rule rule, Pacing pacing) {
    return new PaceSettings(interval(rule), pacing.learnCapMicros(), pacing.backoff());
  }

  /** How far apart the slowest of its limits wants calls to be. */
  private static long interval(Rule rule) {
    long interval = 0;
    for (Quota quota : rule.quotas()) {
      Limit limit = quota.anyLimit();
      interval = Math.max(interval, limit.periodMicros() / limit.permits());
    }
    return interval;
  }

  Pace newPace() {
    Backoff own =
        backoff == null
            ? null
            : new Backoff(backoff.baseMicros(), backoff.capMicros(), new SplittableRandom());
    return new Pace(intervalMicros, capMicros, own);
  }
}
