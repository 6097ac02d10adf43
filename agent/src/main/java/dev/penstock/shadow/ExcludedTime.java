package dev.penstock.shadow;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a comparison excludes, because rules were switched off or to another mode.
 *
 * @param micros how long nothing was compared
 * @param calls how many calls were excluded while others were compared
 * @param why the reason why nothing is compared now; null if calls are compared
 * @param rules the rules that were excluded for some time while others were compared
 */
public record ExcludedTime(long micros, long calls, @Nullable String why, List<OfRule> rules) {
  /** Nothing was excluded. */
  public static final ExcludedTime NONE = new ExcludedTime(0, 0, /* why= */ null, List.of());

  private static final long SECOND_MICROS = 1_000_000;
  private static final long MINUTE_MICROS = 60 * SECOND_MICROS;

  public ExcludedTime {
    rules = List.copyOf(rules);
  }

  /**
   * One excluded rule.
   *
   * @param micros how long the rule was excluded
   * @param why the reason why the rule is excluded now; null if it is compared
   */
  public record OfRule(String rule, long micros, @Nullable String why) {
    OfRule plus(OfRule other) {
      return new OfRule(rule, micros + other.micros, why == null ? other.why : why);
    }
  }

  /** True if nothing was excluded and nothing is excluded now. */
  public boolean isEmpty() {
    return micros == 0 && calls == 0 && why == null && rules.isEmpty();
  }

  /** The exclusions of two runs of the same comparison. */
  public ExcludedTime plus(ExcludedTime other) {
    Map<String, OfRule> both = new LinkedHashMap<>();
    for (OfRule rule : rules) {
      both.put(rule.rule(), rule);
    }
    for (OfRule rule : other.rules) {
      both.merge(rule.rule(), rule, OfRule::plus);
    }
    return new ExcludedTime(
        micros + other.micros,
        calls + other.calls,
        why == null ? other.why : why,
        List.copyOf(both.values()));
  }

  /** The exclusions in words, one phrase each. */
  public List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    if (micros > 0 || why != null) {
      sentences.add("all calls for " + duration(micros) + stillExcluded(why));
    }
    for (OfRule rule : rules) {
      sentences.add(
          "rule `" + rule.rule() + "` for " + duration(rule.micros()) + stillExcluded(rule.why()));
    }
    if (calls > 0) {
      sentences.add(Verdict.number(calls) + (calls == 1 ? " call" : " calls"));
    }
    return sentences;
  }

  private static String stillExcluded(@Nullable String reason) {
    return reason == null ? "" : ", still excluded: " + reason;
  }

  private static String duration(long micros) {
    return micros < 2 * MINUTE_MICROS ? micros / SECOND_MICROS + " s" : Verdict.duration(micros);
  }
}
