package dev.penstock.pace;

import dev.penstock.engine.Engine;
import dev.penstock.rule.Pacing;
import dev.penstock.rule.Rule;
import dev.penstock.rule.RuleSet;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The rules for calls that go out, by the way in which they hold calls.
 *
 * @param calls for calls as the application makes them
 * @param retries for further requests that such a call makes on the wire
 */
record RoadMap(Road calls, Road retries) {
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

  static RoadMap of(RuleSet rules, Function<RuleSet, Engine> engines) {
    Predicate<Rule> retried = rule -> countsRetries(rule);
    return new RoadMap(road(rules, rule -> true, engines), road(rules, retried, engines));
  }

  private static Road road(
      RuleSet rules, Predicate<Rule> wanted, Function<RuleSet, Engine> engines) {
    Predicate<Rule> queues = rule -> !rule.quotas().isEmpty() && !rule.reserves();
    return new Road(
        engines.apply(rules.only(wanted.and(queues.negate()))),
        engines.apply(rules.only(wanted.and(queues))));
  }

  private static boolean countsRetries(Rule rule) {
    Pacing pacing = rule.pacing();
    return pacing != null && pacing.countRetries();
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

  Set<String> budgetNames() {
    Set<String> names = new HashSet<>(calls.reserving().budgetNames());
    names.addAll(calls.queueing().budgetNames());
    return names;
  }
}
