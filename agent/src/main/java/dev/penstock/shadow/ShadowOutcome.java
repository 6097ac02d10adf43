package dev.penstock.shadow;

import dev.penstock.engine.Decision;
import java.util.Arrays;
import java.util.function.IntFunction;

/** What one side made of a call, rule by rule; reused from call to call. */
final class ShadowOutcome {
  private static final int UNKNOWN = -1;

  private int[] rows = new int[8];
  private boolean[] rejecting = new boolean[8];
  private int size;
  private boolean rejects;
  private int row;
  private String client = "";
  private long keyHash;
  private boolean hasKeyHash;
  private long remaining;
  private long waitMicros;
  private long heldMicros;

  /** Takes over what a decision says. */
  void set(ComparedSide judge, Decision decision) {
    start(decision.isRejected());
    heldMicros = rejects ? 0 : decision.delayMicros();
    int[] rowOf = judge.rows();
    for (int i = 0; i < decision.quotas(); i++) {
      add(rowOf[decision.ruleIndex(i)], rejects && decision.waitMicros(i) > 0);
    }
    if (decision.deniedRuleIndex() >= 0) {
      add(rowOf[decision.deniedRuleIndex()], /* rejectsHere= */ true);
    }
  }

  /** Starts anew, for a call that is turned away or not. */
  void start(boolean newRejects) {
    size = 0;
    rejects = newRejects;
    row = UNKNOWN;
    client = "";
    keyHash = 0;
    hasKeyHash = false;
    remaining = UNKNOWN;
    waitMicros = 0;
    heldMicros = 0;
  }

  /** What one rule says; one that rejects by any of its quotas rejects. */
  void add(int ruleRow, boolean rejectsHere) {
    for (int i = 0; i < size; i++) {
      if (rows[i] == ruleRow) {
        rejecting[i] |= rejectsHere;
        return;
      }
    }
    if (size == rows.length) {
      rows = Arrays.copyOf(rows, 2 * size);
      rejecting = Arrays.copyOf(rejecting, 2 * size);
    }
    rows[size] = ruleRow;
    rejecting[size++] = rejectsHere;
  }

  /**
   * Takes over the details as well, which only those want to know who diverge.
   *
   * @param keys whose budget each of the decision's quotas was about
   */
  void explain(ComparedSide judge, Decision decision, IntFunction<String> keys) {
    if (decision.isShed()) {
      row = judge.sheddingRow();
    } else if (decision.deniedRuleIndex() >= 0) {
      row = judge.rows()[decision.deniedRuleIndex()];
      waitMicros = decision.waitMicros();
    } else if (decision.quotas() > 0) {
      int tightest = decision.tightest();
      row = judge.rows()[decision.ruleIndex(tightest)];
      remaining = decision.remaining(tightest);
      waitMicros = rejects ? decision.waitMicros() : heldMicros;
      client = rejects ? keys.apply(tightest) : "";
      keyHash = rejects ? decision.key(tightest).high() : 0;
      hasKeyHash = rejects;
    }
  }

  /** The same for a call that one rule has turned away. */
  void explain(int ruleRow, String newClient, long newWaitMicros) {
    row = ruleRow;
    client = newClient;
    waitMicros = newWaitMicros;
  }

  /** Has held the call for so long before it let it go. */
  void held(long micros) {
    heldMicros = micros;
    waitMicros = micros;
  }

  /** How long the call is held before it goes on; 0 if it is not. */
  long heldMicros() {
    return heldMicros;
  }

  /** True if the call is turned away, by whatever rule. */
  boolean rejects() {
    return rejects;
  }

  /** How many rules are for the call. */
  int size() {
    return size;
  }

  int row(int at) {
    return rows[at];
  }

  boolean rejects(int at) {
    return rejecting[at];
  }

  /** True if this rule turns the call away. */
  boolean rowRejects(int ruleRow) {
    return rejects && indexOf(ruleRow) >= 0 && rejecting[indexOf(ruleRow)];
  }

  boolean hasRow(int ruleRow) {
    return indexOf(ruleRow) >= 0;
  }

  private int indexOf(int ruleRow) {
    for (int i = 0; i < size; i++) {
      if (rows[i] == ruleRow) {
        return i;
      }
    }
    return UNKNOWN;
  }

  /** The rule that turns the call away, or else the one that has least left. */
  int tightestRow() {
    return row;
  }

  /** Whose call it is, if it is turned away. */
  String client() {
    return client;
  }

  /** True if the counts of that client are kept under a hash that is known here. */
  boolean hasKeyHash() {
    return hasKeyHash;
  }

  long keyHash() {
    return keyHash;
  }

  Divergence.Side side() {
    return new Divergence.Side(rejects, remaining, waitMicros);
  }
}
