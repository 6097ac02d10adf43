package dev.penstock.shadow;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Measures how long a comparison, or a rule of it, is excluded, and keeps the reason. */
final class Exclusions {
  private final Span all = new Span();
  private final Map<String, Span> rules = new TreeMap<>();
  private Map<String, String> excludedRules = Map.of();

  /**
   * Sets what is excluded from now on.
   *
   * @param why the reason to exclude everything; null to compare
   * @param whyRules the reason to exclude a rule, by its name
   * @return false if nothing changes
   */
  synchronized boolean set(@Nullable String why, Map<String, String> whyRules, long nowMicros) {
    if (Objects.equals(why, all.why) && whyRules.equals(excludedRules)) {
      return false;
    }
    excludedRules = Map.copyOf(whyRules);
    all.change(why, nowMicros);
    rules.forEach((rule, span) -> span.change(whyRules.get(rule), nowMicros));
    whyRules.forEach(
        (rule, reason) ->
            rules.computeIfAbsent(rule, name -> new Span()).change(reason, nowMicros));
    return true;
  }

  synchronized ExcludedTime soFar(long calls, long nowMicros) {
    List<ExcludedTime.OfRule> ofRules = new ArrayList<>();
    rules.forEach(
        (rule, span) ->
            ofRules.add(new ExcludedTime.OfRule(rule, span.micros(nowMicros), span.why)));
    return new ExcludedTime(all.micros(nowMicros), calls, all.why, ofRules);
  }

  /** The time for which something is excluded, in one or more periods. */
  private static final class Span {
    private @Nullable String why;
    private long sinceMicros;
    private long endedMicros;

    void change(@Nullable String newWhy, long nowMicros) {
      endedMicros = micros(nowMicros);
      sinceMicros = nowMicros;
      why = newWhy;
    }

    long micros(long nowMicros) {
      return endedMicros + (why == null ? 0 : Math.max(0, nowMicros - sinceMicros));
    }
  }
}
