package dev.penstock.shadow;

import dev.penstock.engine.Decision;
import dev.penstock.engine.EndOfCallActions;
import dev.penstock.http.Call;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** The state of one side of a {@link PendingComparison}. */
final class PendingSide {
  private static final int NOT_ENDED = -1;
  private static final String[] NO_KEYS = {};
  private final ComparedSide side;
  private final ShadowOutcome outcome = new ShadowOutcome();

  /** The decision for which the store has not replied yet. */
  private @Nullable Decision pending;

  /** The keys of the pending decision, read early: later the call may not be readable. */
  private String[] pendingKeys = NO_KEYS;

  /** The decision with rules that can decide only at a later milestone of the call. */
  private @Nullable Decision open;

  private @Nullable EndOfCallActions endOfCallActions;
  private int endStatus = NOT_ENDED;

  PendingSide(ComparedSide side) {
    this.side = side;
  }

  /** The outcome so far. */
  ShadowOutcome outcome() {
    return outcome;
  }

  /** The decision for which the store has not replied yet; null if there is none. */
  @Nullable Decision pending() {
    return pending;
  }

  /** True if some rules can decide only at a later milestone of the call. */
  boolean isOpen() {
    return open != null;
  }

  /** True if it is open, or may be once the store has replied. */
  boolean mayBeOpen() {
    Decision waiting = pending;
    return open != null || (waiting != null && waiting.hasDeferredRules());
  }

  /** Accepts a decision, which may be pending. */
  void accept(Call call, Decision decision) {
    if (side.isLive() || !decision.isPending()) {
      keep(decision, quota -> side.describeKey(decision, quota, call));
      return;
    }
    pending = decision;
    pendingKeys = new String[decision.quotas()];
    for (int i = 0; i < pendingKeys.length; i++) {
      pendingKeys[i] = side.describeKey(decision, i, call);
    }
  }

  /** Copies what is needed of a decision: unless it is open, the next call reuses it. */
  private void keep(Decision decision, IntFunction<String> keys) {
    outcome.set(side, decision);
    outcome.explain(side, decision, keys);
    endOfCallActions = side.endOfCallActions(decision, endOfCallActions);
    open = decision.isOpen() ? decision : null;
  }

  /** Continues after the store has replied. */
  void onReply() {
    Decision decision = pending;
    if (decision == null) {
      return;
    }
    pending = null;
    dropActionsIfRejected(decision);
    String[] keys = pendingKeys;
    keep(decision, quota -> keys[quota]);
    if (endStatus != NOT_ENDED) {
      end(endStatus);
    }
  }

  /** Lets the rules decide that had to wait for this milestone of the call. */
  void resume(Call call, long atMicros) {
    Decision decision = open;
    if (decision == null) {
      return;
    }
    if (!side.isLive()) {
      side.engine().resumeAt(decision, call, atMicros);
    }
    accept(call, decision);
    if (pending == null && !side.isLive()) {
      dropActionsIfRejected(decision);
    }
  }

  /** A rejection has refunded what was charged before, so there is nothing to settle. */
  private void dropActionsIfRejected(Decision decision) {
    endOfCallActions = decision.isRejected() ? null : endOfCallActions;
  }

  /** Settles the call at its end; if a decision is pending, after the reply. */
  void end(int status) {
    endStatus = status;
    EndOfCallActions due = pending == null ? endOfCallActions : null;
    if (due != null) {
      endOfCallActions = null;
      due.end(status);
    }
  }
}
