package dev.penstock.agent;

import dev.penstock.http.Direction;
import dev.penstock.telemetry.Outcome;
import java.util.HashMap;
import java.util.Map;

/** When each rule last saw a call: when somebody looked and its counts had moved. */
final class LastMatches {
  private final Map<String, Seen> rules = new HashMap<>();

  private record Seen(long total, long atMillis) {}

  /** When the rule last saw a call, if these are its counts by now; 0 if it never did. */
  synchronized long last(
      Direction direction, String rule, Map<Outcome, Long> counts, long nowMillis) {
    long total = 0;
    for (long count : counts.values()) {
      total += count;
    }
    String key = direction.word() + " " + rule;
    Seen before = rules.getOrDefault(key, new Seen(0, 0));
    if (total != before.total) {
      before = new Seen(total, nowMillis);
      rules.put(key, before);
    }
    return before.atMillis;
  }
}
