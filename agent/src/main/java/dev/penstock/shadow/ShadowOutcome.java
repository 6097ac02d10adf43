package dev.penstock.shadow;

import dev.penstock.engine.Decision;
import java.util.Arrays;
import java.util.function.IntFunction;

/** The decision of one side on a call, rule by rule; reused from call to call. */
final class ShadowOutcome {
  private static final int UNKNOWN = -1;

  private int[] rows = new int[8];
  private boolean[] rejecting = new boolean[8];
  private int size;
  private boolean rejects;
  private int tightestRow;
  private String client = "";
  private long keyHash;
  private boolean hasKeyHash;
  private long remaining;
  private long waitMicros;
  private long heldMicros;

  /** Copies a decision, without the details that only diverging calls need. */
  void set(ComparedSide side, Decision decision) {
    start(decision.isRejected());
    heldMicros = rejects ? 0 : decision.delayMicros();
    int[] rowOf = side.rows();
    for (int i = 0; i < decision.quotas(); i++) {
      add(rowOf[decision.ruleIndex(i)], rejects && decision.waitMicros(i) > 0);
    }
    if (decision.deniedRuleIndex() >= 0) {
      add(rowOf[decision.deniedRuleIndex()], /* rejectsHere= */ true);
    }
  }

  /** Starts a new call, which this side rejects or admits. */
  void start(boolean newRejects) {
    size = 0;
    rejects = newRejects;
    tightestRow = UNKNOWN;
    client = "";
    keyHash = 0;
    hasKeyHash = false;
    remaining = UNKNOWN;
    waitMicros = 0;
    heldMicros = 0;
  }

  /** Adds a rule, once for each quota; a rule rejects if any of its quotas does. */
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
   * Copies the details of a decision, which only diverging calls need.
   *
   * @param keys describes the key of a quota of the decision
   */
  void explain(ComparedSide side, Decision decision, IntFunction<String> keys) {
    if (decision.isShed()) {
      tightestRow = side.sheddingRow();
    } else if (decision.deniedRuleIndex() >= 0) {
      tightestRow = side.rows()[decision.deniedRuleIndex()];
      waitMicros = decision.waitMicros();
    } else if (decision.quotas() > 0) {
      int tightest = decision.tightest();
      tightestRow = side.rows()[decision.ruleIndex(tightest)];
      remaining = decision.remaining(tightest);
      waitMicros = rejects ? decision.waitMicros() : heldMicros;
      client = rejects ? keys.apply(tightest) : "";
      keyHash = rejects ? decision.key(tightest).high() : 0;
      hasKeyHash = rejects;
    }
  }

  /** Sets the details of a call that one rule rejects. */
  void explainRejection(int ruleRow, String newClient, long newWaitMicros) {
    tightestRow = ruleRow;
    client = newClient;
    waitMicros = newWaitMicros;
  }

  /** Sets how long this side holds the call before it admits it. */
  void held(long micros) {
    heldMicros = micros;
    waitMicros = micros;
  }

  /** How long this side holds the call; 0 if it does not. */
  long heldMicros() {
    return heldMicros;
  }

  /** True if any rule rejects the call. */
  boolean rejects() {
    return rejects;
  }

  /** How many rules apply to the call. */
  int size() {
    return size;
  }

  int row(int at) {
    return rows[at];
  }

  boolean rejects(int at) {
    return rejecting[at];
  }

  /** True if the rule of this row rejects the call. */
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

  /** The row of the rule that rejects the call, or else of the rule with the least left. */
  int tightestRow() {
    return tightestRow;
  }

  /** The key of the client if the call is rejected; otherwise empty. */
  String client() {
    return client;
  }

  /** True if the hash is known under which the store keeps the counts of the client. */
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
