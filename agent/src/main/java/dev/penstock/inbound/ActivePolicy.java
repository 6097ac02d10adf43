package dev.penstock.inbound;

import dev.penstock.engine.Engine;
import dev.penstock.shadow.Comparison;
import dev.penstock.telemetry.CallCounts;
import dev.penstock.telemetry.Counters;
import dev.penstock.telemetry.DecisionCounts;
import org.jspecify.annotations.Nullable;

/** The rules in force for inbound requests. A reload replaces the policy as a whole. */
public final class ActivePolicy {
  private final Engine engine;
  private final @Nullable Comparison comparison;
  private final DecisionCounts counts;
  private final boolean isIdle;
  private final boolean countsInFlight;

  /** A policy with counts of its own, until {@link #countedBy} replaces them. */
  public ActivePolicy(Engine engine, @Nullable Comparison comparison) {
    this(engine, comparison, new CallCounts(new Counters()));
  }

  private ActivePolicy(Engine engine, @Nullable Comparison comparison, CallCounts calls) {
    this.engine = engine;
    this.comparison = comparison;
    counts = new DecisionCounts(calls, engine.ruleSet());
    isIdle = engine.isIdle() && comparison == null;
    countsInFlight = engine.shedsLoad() || (comparison != null && comparison.sheds());
  }

  /** The same policy with counts that outlive a reload. */
  public ActivePolicy countedBy(CallCounts calls) {
    return new ActivePolicy(engine, comparison, calls);
  }

  /** The engine that decides. */
  public Engine engine() {
    return engine;
  }

  /** Lets a candidate decide the same requests in shadow; null if there is none. */
  public @Nullable Comparison comparison() {
    return comparison;
  }

  /** The counts of the engine's decisions. */
  public DecisionCounts counts() {
    return counts;
  }

  /** True if requests need not be looked at. */
  public boolean isIdle() {
    return isIdle;
  }

  /** True if the requests in flight have to be counted, for load shedding. */
  boolean countsInFlight() {
    return countsInFlight;
  }
}
