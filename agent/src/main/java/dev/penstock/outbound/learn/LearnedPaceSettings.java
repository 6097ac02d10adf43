package dev.penstock.outbound.learn;

import dev.penstock.limit.Limit;
import dev.penstock.rules.BackoffSettings;
import dev.penstock.rules.PacingSettings;
import dev.penstock.rules.Quota;
import dev.penstock.rules.Rule;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** The settings of a rule that its learned pace depends on. */
record LearnedPaceSettings(long intervalMicros, long capMicros, @Nullable BackoffSettings backoff) {
  static LearnedPaceSettings of(Rule rule, PacingSettings pacing) {
    return new LearnedPaceSettings(
        longestIntervalMicros(rule), pacing.learnCapMicros(), pacing.backoff());
  }

  /** Returns the distance between calls at the slowest of all limits. */
  private static long longestIntervalMicros(Rule rule) {
    long interval = 0;
    for (Quota quota : rule.quotas()) {
      Limit limit = quota.defaultLimit();
      interval = Math.max(interval, limit.periodMicros() / limit.permits());
    }
    return interval;
  }

  LearnedPace newPace() {
    BackoffDelay delay =
        backoff == null
            ? null
            : new BackoffDelay(backoff.baseMicros(), backoff.capMicros(), new SplittableRandom());
    return new LearnedPace(intervalMicros, capMicros, delay);
  }
}
