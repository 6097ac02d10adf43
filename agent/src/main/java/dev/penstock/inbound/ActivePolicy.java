package dev.penstock.inbound;

import dev.penstock.engine.Engine;
import dev.penstock.shadow.Comparison;
import dev.penstock.telemetry.CallCounts;
import dev.penstock.telemetry.Counters;
import dev.penstock.telemetry.DecisionCounts;
import org.jspecify.annotations.Nullable;

/**
 * What calls that come in are judged by.
 *
 * @param engine decides
 * @param comparison finds out what a candidate would have decided; null if there is none
 * @param counts what the engine decides is counted here
 */
public record ActivePolicy(Engine engine, @Nullable Comparison comparison, DecisionCounts counts) {
  /** With counts of its own, until somebody says where they belong. */
  public ActivePolicy(Engine engine, @Nullable Comparison comparison) {
    this(engine, comparison, new DecisionCounts(new CallCounts(new Counters()), engine.ruleSet()));
  }

  /** The same, counted with all others of its direction. */
  public ActivePolicy countedBy(CallCounts calls) {
    return new ActivePolicy(engine, comparison, new DecisionCounts(calls, engine.ruleSet()));
  }

  /** True if nobody wants to hear of calls. */
  public boolean isIdle() {
    return engine.isIdle() && comparison == null;
  }

  /** True if somebody has to count the calls in hand. */
  boolean sheds() {
    return engine.sheds() || (comparison != null && comparison.sheds());
  }
}
