package dev.penstock.shadow;

import dev.penstock.engine.Decision;
import dev.penstock.engine.EndOfCallActions;
import dev.penstock.http.Call;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** What one side makes of a call that cannot be compared yet, as far as the call has come. */
final class PartialDecision {
  private static final int NOT_ENDED = -1;
  private static final String[] NO_KEYS = {};

  private final ComparedSide judge;
  private final ShadowOutcome ruling = new ShadowOutcome();

  /** What the side's store has not answered yet. */
  private @Nullable Decision asked;

  /** Whose budgets those are: who calls can only be read off a call while it is here. */
  private String[] askedKeys = NO_KEYS;

  private @Nullable Decision open;
  private @Nullable EndOfCallActions actions;
  private int endStatus = NOT_ENDED;

  PartialDecision(ComparedSide judge) {
    this.judge = judge;
  }

  ShadowOutcome ruling() {
    return ruling;
  }

  /** What its store has not answered yet; null if there is nothing. */
  @Nullable Decision asked() {
    return asked;
  }

  /** True if it can judge the call only when that has come further. */
  boolean isOpen() {
    return open != null;
  }

  /** True if it may turn out that it can judge the call only when that has come further. */
  boolean mayBeOpen() {
    Decision waiting = asked;
    return open != null || (waiting != null && waiting.hasDeferredRules());
  }

  /** Takes over a decision, or waits for it if it is not made yet. */
  void take(Call call, Decision decision) {
    if (judge.isInForce() || !decision.isPending()) {
      take(decision, at -> judge.describeKey(decision, at, call));
      return;
    }
    asked = decision;
    askedKeys = new String[decision.quotas()];
    for (int i = 0; i < askedKeys.length; i++) {
      askedKeys[i] = judge.describeKey(decision, i, call);
    }
  }

  /** Keeps what a decision says: it may be the next call's soon, unless it is open. */
  private void take(Decision decision, IntFunction<String> keys) {
    ruling.set(judge, decision);
    ruling.explain(judge, decision, keys);
    actions = judge.stay(decision, actions);
    open = decision.isOpen() ? decision : null;
  }

  /** Its store has answered. */
  void told() {
    Decision decision = asked;
    if (decision == null) {
      return;
    }
    asked = null;
    dropWhatWasGivenBack(decision);
    String[] keys = askedKeys;
    take(decision, at -> keys[at]);
    if (endStatus != NOT_ENDED) {
      end(endStatus);
    }
  }

  void goOn(Call call, long atMicros) {
    Decision decision = open;
    if (decision == null) {
      return;
    }
    if (!judge.isInForce()) {
      judge.engine().resumeAt(decision, call, atMicros);
    }
    take(call, decision);
    if (asked == null && !judge.isInForce()) {
      dropWhatWasGivenBack(decision);
    }
  }

  /** What was charged before is given back by now if the call is turned away here. */
  private void dropWhatWasGivenBack(Decision decision) {
    actions = decision.isRejected() ? null : actions;
  }

  /** The call has ended; what is not decided yet ends when it is. */
  void end(int status) {
    endStatus = status;
    EndOfCallActions due = asked == null ? actions : null;
    if (due != null) {
      actions = null;
      due.end(status);
    }
  }
}
