package dev.penstock.inbound;

import dev.penstock.engine.Engine;
import dev.penstock.shadow.Comparison;
import dev.penstock.telemetry.CallCounts;
import dev.penstock.telemetry.Counters;
import dev.penstock.telemetry.DecisionCounts;
import org.jspecify.annotations.Nullable;

/**
 * The rules in force for inbound requests. A reload replaces the policy as a whole.
 *
 * @param engine decides
 * @param comparison lets a candidate decide the same requests in shadow; null if there is none
 * @param counts counts the decisions of the engine
 */
public record ActivePolicy(Engine engine, @Nullable Comparison comparison, DecisionCounts counts) {
  /** A policy with counts of its own, until {@link #countedBy} replaces them. */
  public ActivePolicy(Engine engine, @Nullable Comparison comparison) {
    this(engine, comparison, new DecisionCounts(new CallCounts(new Counters()), engine.ruleSet()));
  }

  /** The same policy with counts that outlive a reload. */
  public ActivePolicy countedBy(CallCounts calls) {
    return new ActivePolicy(engine, comparison, new DecisionCounts(calls, engine.ruleSet()));
  }

  /** True if requests need not be looked at. */
  public boolean isIdle() {
    return engine.isIdle() && comparison == null;
  }

  /** True if the requests in flight have to be counted, for load shedding. */
  boolean countsInFlight() {
    return engine.shedsLoad() || (comparison != null && comparison.sheds());
  }
}
