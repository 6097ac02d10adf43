package dev.penstock.agent.operator;

import dev.penstock.http.Direction;
import dev.penstock.telemetry.Outcome;
import java.util.HashMap;
import java.util.Map;

/**
 * Remembers when each rule last matched a call. The time is that of the first observation at which
 * the counts of the rule had changed.
 */
public final class LastMatches {
  private final Map<String, Observation> rules = new HashMap<>();

  private record Observation(long total, long atMillis) {}

  /**
   * Notes the present counts of a rule and returns when it last matched a call; 0 if it never did.
   */
  synchronized long update(
      Direction direction, String rule, Map<Outcome, Long> counts, long nowMillis) {
    long total = 0;
    for (long count : counts.values()) {
      total += count;
    }
    String key = direction.word() + " " + rule;
    Observation last = rules.getOrDefault(key, new Observation(0, 0));
    if (total != last.total) {
      last = new Observation(total, nowMillis);
      rules.put(key, last);
    }
    return last.atMillis;
  }
}
