package dev.penstock.outbound;

import dev.penstock.engine.Engine;
import dev.penstock.rules.PacingSettings;
import dev.penstock.rules.Quota;
import dev.penstock.rules.Rule;
import dev.penstock.rules.RuleSet;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * The engines of the outbound rules.
 *
 * @param calls for calls as the application makes them
 * @param retries for further requests that such a call sends, such as redirects
 */
record OutboundEngines(EnginePair calls, EnginePair retries) {
  /**
   * The two engines that decide a call, one after the other.
   *
   * @param reserving has the rules whose limits reserve a turn when the call arrives
   * @param queueing has the rules whose limits are charged when the call is about to start
   */
  record EnginePair(Engine reserving, Engine queueing) {
    boolean isIdle() {
      return reserving.isIdle() && queueing.isIdle();
    }
  }

  static OutboundEngines of(RuleSet rules, Function<RuleSet, Engine> factory) {
    List<Rule> reserving = new ArrayList<>();
    List<Rule> queueing = new ArrayList<>();
    for (Rule rule : rules.rules()) {
      (rule.quotas().isEmpty() || rule.reserves() ? reserving : queueing).add(rule);
    }
    return new OutboundEngines(
        new EnginePair(factory.apply(rules.with(reserving)), factory.apply(rules.with(queueing))),
        new EnginePair(
            factory.apply(rules.with(forRetries(reserving))),
            factory.apply(rules.with(forRetries(queueing)))));
  }

  /** A retry belongs to a call that is in flight already, so it needs no slot of its own. */
  private static List<Rule> forRetries(List<Rule> rules) {
    List<Rule> counting = new ArrayList<>();
    for (Rule rule : rules) {
      PacingSettings pacing = rule.pacing();
      List<Quota> rates =
          rule.quotas().stream().filter(quota -> quota.defaultLimit().periodMicros() > 0).toList();
      if (pacing != null && pacing.countRetries() && (pacing.learn() || !rates.isEmpty())) {
        counting.add(rule.with(rates));
      }
    }
    return counting;
  }

  EnginePair pair(boolean isRetry) {
    return isRetry ? retries : calls;
  }

  long liveKeys(String rule) {
    return calls.reserving().liveKeys(rule) + calls.queueing().liveKeys(rule);
  }

  Set<String> budgetNames() {
    Set<String> names = new HashSet<>(calls.reserving().budgetNames());
    names.addAll(calls.queueing().budgetNames());
    return names;
  }
}
