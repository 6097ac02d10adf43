package dev.penstock.inbound;

import dev.penstock.engine.Decision;
import dev.penstock.engine.EndOfCallActions;
import dev.penstock.shadow.Comparison;
import dev.penstock.store.Store;
import org.jspecify.annotations.Nullable;

/**
 * A decision that a call has to come again for, and all that is done with it then.
 *
 * @param before what is owed at the end of the call for what it was charged before
 * @param arrival what has to be known if it is the first decision about the call; else null
 */
record PendingDecision(
    Decision decision, @Nullable EndOfCallActions before, @Nullable Arrival arrival) {
  /**
   * What has to be known of a call that has just come in.
   *
   * @param comparison lets a candidate judge it, too; null if there is none
   * @param count how many calls are in hand with it; 0 if nobody counts
   */
  record Arrival(@Nullable Comparison comparison, int count) {}

  /** What is owed at the end of a call that nobody looks at any more. */
  @Nullable EndOfCallActions owed(Store store) {
    // What was charged before is given back by now if it was turned away.
    return decision.isRejected() ? null : decision.endOfCallActions(store, before);
  }
}
