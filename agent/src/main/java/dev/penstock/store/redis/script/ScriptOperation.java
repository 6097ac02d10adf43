package dev.penstock.store.redis.script;

import java.util.List;

/** An operation that a script performs, and the Lua files for it. */
enum ScriptOperation {
  /** Charges all claims or none. */
  SETTLE("", "decide", "settle"),
  /** Charges a single claim, with one optimized file for the most common algorithms. */
  SETTLE_ALONE("-alone"),
  /** Reads what is recorded, and changes nothing. */
  READ("", "decide", "read"),
  /** Raises what keys have spent to what earlier keys have spent. */
  CARRY("-carry", "carry"),
  /** Refunds charges. */
  REFUND("-refund", "refund"),
  /** Charges many units at once, to be spent later. */
  LEASE("-lease", "lease"),
  /** Reports concurrency slots that are still in use. */
  HEARTBEAT("", "heartbeat");

  /** The suffix of the file of each algorithm that only this operation needs; empty if none. */
  final String suffix;

  /** The main files of the operation. */
  @SuppressWarnings("ImmutableEnumChecker") // made by List.of
  final List<String> mainFiles;

  ScriptOperation(String suffix, String... mainFiles) {
    this.suffix = suffix;
    this.mainFiles = List.of(mainFiles);
  }
}
