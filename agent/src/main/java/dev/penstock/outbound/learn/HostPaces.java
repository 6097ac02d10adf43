package dev.penstock.outbound.learn;

import dev.penstock.store.ClaimedKey;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The learned paces of one host. A pause applies to all calls to the host; a budget applies to the
 * calls that share one.
 */
public final class HostPaces {
  private final Map<PaceKey, LearnedPace> paces = new HashMap<>();
  private long pausedUntilMicros = Long.MIN_VALUE;

  /** Identifies a pace: a rule with its settings, and the key of the budget that calls share. */
  record PaceKey(String rule, LearnedPaceSettings settings, @Nullable ClaimedKey key) {}

  public synchronized LearnedPace pace(PaceKey key, long nowMicros) {
    LearnedPace known = paces.get(key);
    if (known == null) {
      known = key.settings().newPace();
      known.pauseUntil(pausedUntilMicros, nowMicros);
      paces.put(key, known);
    }
    return known;
  }

  /** Applies the response to the call of a turn: to its pace, and a pause to all paces. */
  synchronized void apply(
      LearnedLimits learned, LearnedPace ofTurn, CallTurn turn, long nowMicros) {
    ofTurn.apply(turn, learned, nowMicros);
    if (learned.pauseUntilMicros() == LearnedLimits.NO_PAUSE) {
      return;
    }
    pausedUntilMicros = Math.max(pausedUntilMicros, learned.pauseUntilMicros());
    for (LearnedPace other : paces.values()) {
      if (other != ofTurn) {
        other.pauseUntil(learned.pauseUntilMicros(), nowMicros);
      }
    }
  }

  /** Removes paces that delay no call; true if the host delays no call at all. */
  synchronized boolean removeIdle(long nowMicros) {
    paces.values().removeIf(pace -> pace.isIdle(nowMicros));
    return paces.isEmpty() && pausedUntilMicros <= nowMicros;
  }
}
