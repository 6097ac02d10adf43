package dev.penstock.shadow;

import dev.penstock.engine.Decision;
import dev.penstock.engine.EndOfCallActions;
import dev.penstock.engine.Engine;
import dev.penstock.http.Call;
import org.jspecify.annotations.Nullable;

/** One side of a comparison: its engine, and the row of the ledger for each of its rules. */
final class ComparedSide {
  private final Engine engine;
  private final boolean isLive;
  private final int[] rows;
  private final int sheddingRow;

  /**
   * Creates a side.
   *
   * @param isLive true for the engine that decides the real calls; the handlers settle its calls at
   *     their end
   */
  ComparedSide(Engine engine, boolean isLive, ComparedRows rows) {
    this.engine = engine;
    this.isLive = isLive;
    this.rows = rows.of(engine.ruleSet());
    sheddingRow = rows.sheddingRow();
  }

  Engine engine() {
    return engine;
  }

  /** True if this engine decides the real calls. */
  boolean isLive() {
    return isLive;
  }

  /** The row of each rule, by the index of the rule. */
  int[] rows() {
    return rows;
  }

  /** The row that counts calls which this side sheds. */
  int sheddingRow() {
    return sheddingRow;
  }

  /** True if the store uses another clock than this JVM. */
  boolean keepsOwnTime() {
    return engine.store().keepsOwnTime();
  }

  /** Describes the key of a quota of a decision, such as {@code user=42}. */
  String describeKey(Decision decision, int quota, Call call) {
    return engine.describeKey(decision, quota, call);
  }

  /** True if this side in shadow has to be settled when the call ends. */
  boolean needsEndOf(Decision decision) {
    return !isLive && decision.hasEndOfCallActions();
  }

  /** Adds the actions of an admitted call of this side in shadow to those there are already. */
  @Nullable EndOfCallActions endOfCallActions(
      Decision decision, @Nullable EndOfCallActions before) {
    return isLive || decision.isRejected()
        ? before
        : decision.endOfCallActions(engine.store(), before);
  }
}
