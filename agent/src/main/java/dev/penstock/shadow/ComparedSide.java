package dev.penstock.shadow;

import dev.penstock.engine.Decision;
import dev.penstock.engine.EndOfCallActions;
import dev.penstock.engine.Engine;
import dev.penstock.http.Call;
import org.jspecify.annotations.Nullable;

/** One side of a comparison: rules, and the rows that they are counted in. */
final class ComparedSide {
  private final Engine engine;
  private final boolean inForce;
  private final int[] rows;
  private final int sheddingRow;

  /**
   * @param inForce true if it is what decides: then others look after the ends of its calls
   */
  ComparedSide(Engine engine, boolean inForce, ComparedRows rows) {
    this.engine = engine;
    this.inForce = inForce;
    this.rows = rows.of(engine.ruleSet());
    sheddingRow = rows.sheddingRow();
  }

  Engine engine() {
    return engine;
  }

  /** True if this is what decides. */
  boolean isInForce() {
    return inForce;
  }

  /** The row of each of its rules. */
  int[] rows() {
    return rows;
  }

  int sheddingRow() {
    return sheddingRow;
  }

  /** True if its store has another clock than this JVM. */
  boolean keepsOwnTime() {
    return engine.store().keepsOwnTime();
  }

  /** Whose budget a quota of a decision of its was about, for people. */
  String describeKey(Decision decision, int at, Call call) {
    return engine.describeKey(decision, at, call);
  }

  /** True if something has to be done when a call ends that this side would have admitted. */
  boolean owes(Decision decision) {
    return !inForce && decision.hasEndOfCallActions();
  }

  /** What has to be done when a call ends that this side would have admitted. */
  @Nullable EndOfCallActions stay(Decision decision, @Nullable EndOfCallActions before) {
    return inForce || decision.isRejected()
        ? before
        : decision.endOfCallActions(engine.store(), before);
  }
}
