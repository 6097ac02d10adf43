package dev.penstock.outbound.learn;

import dev.penstock.store.ClaimedKey;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All that answers of one host have taught: a pause is for all, a budget for those who share it.
 */
public final class HostPaces {
  private final Map<Learner, LearnedPace> paces = new HashMap<>();
  private long pausedUntilMicros = Long.MIN_VALUE;

  /** Who learns: a rule, by its name and all that its pace is made of, and whose budget it is. */
  record Learner(String rule, LearnedPaceSettings settings, @Nullable ClaimedKey key) {}

  public synchronized LearnedPace pace(Learner learner, long nowMicros) {
    LearnedPace known = paces.get(learner);
    if (known == null) {
      known = learner.settings().newPace();
      known.pauseUntil(pausedUntilMicros, nowMicros);
      paces.put(learner, known);
    }
    return known;
  }

  /** An answer has come to one of the paces. */
  synchronized void learn(LearnedPace own, CallTurn turn, LearnedLimits learned, long nowMicros) {
    own.learn(turn, learned, nowMicros);
    if (learned.pauseUntilMicros() == LearnedLimits.NO_PAUSE) {
      return;
    }
    pausedUntilMicros = Math.max(pausedUntilMicros, learned.pauseUntilMicros());
    for (LearnedPace other : paces.values()) {
      if (other != own) {
        other.pauseUntil(learned.pauseUntilMicros(), nowMicros);
      }
    }
  }

  /** Forgets what delays nobody any more; true if nothing is left. */
  synchronized boolean forgetIdle(long nowMicros) {
    paces.values().removeIf(pace -> pace.isIdle(nowMicros));
    return paces.isEmpty() && pausedUntilMicros <= nowMicros;
  }
}
