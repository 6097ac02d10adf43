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
 * The rules for calls that go out, by the way in which they hold calls.
 *
 * @param calls for calls as the application makes them
 * @param retries for further requests that such a call makes on the wire
 */
record OutboundEngines(Road calls, Road retries) {
  /**
   * The engines that a call is judged by, one after the other.
   *
   * @param reserving rules whose limits tell at once when a call's turn is
   * @param queueing rules whose limits can only be asked when it is about to start
   */
  record Road(Engine reserving, Engine queueing) {
    boolean isIdle() {
      return reserving.isIdle() && queueing.isIdle();
    }
  }

  static OutboundEngines of(RuleSet rules, Function<RuleSet, Engine> engines) {
    List<Rule> reserving = new ArrayList<>();
    List<Rule> queueing = new ArrayList<>();
    for (Rule rule : rules.rules()) {
      (rule.quotas().isEmpty() || rule.reserves() ? reserving : queueing).add(rule);
    }
    return new OutboundEngines(
        new Road(engines.apply(rules.with(reserving)), engines.apply(rules.with(queueing))),
        new Road(
            engines.apply(rules.with(forRetries(reserving))),
            engines.apply(rules.with(forRetries(queueing)))));
  }

  /** A retry is a part of a call that is in flight already: it needs no place of its own. */
  private static List<Rule> forRetries(List<Rule> rules) {
    List<Rule> counting = new ArrayList<>();
    for (Rule rule : rules) {
      PacingSettings pacing = rule.pacing();
      List<Quota> paid =
          rule.quotas().stream().filter(quota -> quota.anyLimit().periodMicros() > 0).toList();
      if (pacing != null && pacing.countRetries() && (pacing.learn() || !paid.isEmpty())) {
        counting.add(rule.with(paid));
      }
    }
    return counting;
  }

  Road road(boolean retry) {
    return retry ? retries : calls;
  }

  boolean isIdle() {
    return calls.isIdle();
  }

  boolean countsRetries() {
    return !retries.isIdle();
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
