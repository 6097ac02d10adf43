package dev.penstock.shadow;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was left out of a comparison, because the rules in force were switched over or off.
 *
 * @param micros how long nothing was compared
 * @param calls how many calls were left out while others were compared
 * @param why the reason why nothing is compared now; null if calls are compared
 * @param rules the rules that were left out for some time while others were compared
 */
public record ExcludedTime(long micros, long calls, @Nullable String why, List<OfRule> rules) {
  /** Nothing was left out. */
  public static final ExcludedTime NONE = new ExcludedTime(0, 0, /* why= */ null, List.of());

  private static final long SECOND_MICROS = 1_000_000;
  private static final long MINUTE_MICROS = 60 * SECOND_MICROS;

  public ExcludedTime {
    rules = List.copyOf(rules);
  }

  /**
   * One rule that was left out.
   *
   * @param micros for how long
   * @param why the reason why it is left out now; null if it is compared
   */
  public record OfRule(String rule, long micros, @Nullable String why) {
    OfRule plus(OfRule other) {
      return new OfRule(rule, micros + other.micros, why == null ? other.why : why);
    }
  }

  /** True if nothing was left out, and nothing is. */
  public boolean isEmpty() {
    return micros == 0 && calls == 0 && why == null && rules.isEmpty();
  }

  /** What was left out of two runs of the same comparison. */
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

  /** What was left out in words, one sentence each; nothing if nothing was. */
  public List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    if (micros > 0 || why != null) {
      sentences.add("all calls for " + duration(micros) + now(why));
    }
    for (OfRule rule : rules) {
      sentences.add("rule `" + rule.rule() + "` for " + duration(rule.micros()) + now(rule.why()));
    }
    if (calls > 0) {
      sentences.add(Verdict.number(calls) + (calls == 1 ? " call" : " calls"));
    }
    return sentences;
  }

  private static String now(@Nullable String reason) {
    return reason == null ? "" : ", still left out: " + reason;
  }

  private static String duration(long micros) {
    return micros < 2 * MINUTE_MICROS ? micros / SECOND_MICROS + " s" : Verdict.duration(micros);
  }
}
