package dev.penstock.agent;

import dev.penstock.engine.Engine;
import dev.penstock.shadow.Comparison;
import org.jspecify.annotations.Nullable;

/**
 * What calls that come in are judged by.
 *
 * @param engine decides
 * @param comparison finds out what a candidate would have decided; null if there is none
 */
record InForce(Engine engine, @Nullable Comparison comparison) {
  /** True if nobody wants to hear of calls. */
  boolean isIdle() {
    return engine.isIdle() && comparison == null;
  }

  /** True if somebody has to count the calls in hand. */
  boolean sheds() {
    return engine.sheds() || (comparison != null && comparison.sheds());
  }
}
