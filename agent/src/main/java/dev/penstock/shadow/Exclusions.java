package dev.penstock.shadow;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Keeps the time for which a comparison, or a rule of it, is left out, and the reason. */
final class Exclusions {
  private final Span all = new Span();
  private final Map<String, Span> rules = new TreeMap<>();
  private Map<String, String> leftOut = Map.of();

  /**
   * From now on leaves out what is named here, and nothing else.
   *
   * @param why the reason to leave out everything; null to compare
   * @param whyRules the reason to leave out a rule, by its name
   * @return false if that was so before
   */
  synchronized boolean leaveOut(
      @Nullable String why, Map<String, String> whyRules, long nowMicros) {
    if (Objects.equals(why, all.why) && whyRules.equals(leftOut)) {
      return false;
    }
    leftOut = Map.copyOf(whyRules);
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

  /** The time that something is left out, in one piece or several. */
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
