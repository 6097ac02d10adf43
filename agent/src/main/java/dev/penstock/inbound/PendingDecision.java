package dev.penstock.inbound;

import dev.penstock.engine.Decision;
import dev.penstock.engine.EndOfCallActions;
import dev.penstock.store.Store;
import org.jspecify.annotations.Nullable;

/**
 * A decision about a request that has a ticket already: by deferred rules, or by a store that
 * replied while the request was suspended.
 *
 * @param earlier what to do at the end of the request because of earlier decisions
 * @param isFirst true if it is the first decision about the request
 * @param inFlight how many requests were in flight when it arrived; 0 if they are not counted
 */
record PendingDecision(
    Decision decision, @Nullable EndOfCallActions earlier, boolean isFirst, int inFlight) {
  /** The first decision about a request, which is suspended until the store replies. */
  static PendingDecision first(Decision decision, int inFlight) {
    return new PendingDecision(decision, /* earlier= */ null, /* isFirst= */ true, inFlight);
  }

  /** A decision by deferred rules, at a later hook of the request. */
  static PendingDecision deferred(Decision decision, @Nullable EndOfCallActions earlier) {
    return new PendingDecision(decision, earlier, /* isFirst= */ false, /* inFlight= */ 0);
  }

  /** What to do at the end of a request that has left before it could be rejected or admitted. */
  @Nullable EndOfCallActions endOfCallActions(Store store) {
    // The store has refunded earlier charges if the decision is a rejection.
    return decision.isRejected() ? null : decision.endOfCallActions(store, earlier);
  }
}
