package dev.penstock.outbound.learn;

import dev.penstock.limit.Limit;
import dev.penstock.rules.BackoffSettings;
import dev.penstock.rules.PacingSettings;
import dev.penstock.rules.Quota;
import dev.penstock.rules.Rule;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** All that a rule says of the pace that its answers teach. */
record LearnedPaceSettings(long intervalMicros, long capMicros, @Nullable BackoffSettings backoff) {
  static LearnedPaceSettings of(Rule rule, PacingSettings pacing) {
    return new LearnedPaceSettings(interval(rule), pacing.learnCapMicros(), pacing.backoff());
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

  LearnedPace newPace() {
    BackoffDelay own =
        backoff == null
            ? null
            : new BackoffDelay(backoff.baseMicros(), backoff.capMicros(), new SplittableRandom());
    return new LearnedPace(intervalMicros, capMicros, own);
  }
}
