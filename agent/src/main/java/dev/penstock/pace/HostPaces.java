package dev.penstock.pace;

import dev.penstock.store.ClaimedKey;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All that answers of one host have taught: a pause is for all, a budget for those who share it.
 */
final class HostPaces {
  private final Map<Learner, Pace> paces = new HashMap<>();
  private long pausedUntilMicros = Long.MIN_VALUE;

  /** Who learns: a rule, by its name and all that its pace is made of, and whose budget it is. */
  record Learner(String rule, PaceSettings settings, @Nullable ClaimedKey key) {}

  synchronized Pace pace(Learner learner, long nowMicros) {
    Pace known = paces.get(learner);
    if (known == null) {
      known = learner.settings().newPace();
      known.pauseUntil(pausedUntilMicros, nowMicros);
      paces.put(learner, known);
    }
    return known;
  }

  /** An answer has come to one of the paces. */
  synchronized void learn(Pace own, Turn turn, Lessons lessons, long nowMicros) {
    own.learn(turn, lessons, nowMicros);
    if (lessons.pauseUntilMicros() == Lessons.NO_PAUSE) {
      return;
    }
    pausedUntilMicros = Math.max(pausedUntilMicros, lessons.pauseUntilMicros());
    for (Pace other : paces.values()) {
      if (other != own) {
        other.pauseUntil(lessons.pauseUntilMicros(), nowMicros);
      }
    }
  }

  /** Forgets what delays nobody any more; true if nothing is left. */
  synchronized boolean forgetIdle(long nowMicros) {
    paces.values().removeIf(pace -> pace.isIdle(nowMicros));
    return paces.isEmpty() && pausedUntilMicros <= nowMicros;
  }
}
