package dev.penstock.store.redis.script;

/** What a script is to do, and the files that it is driven by. */
enum ScriptOperation {
  /** Charges all claims or none. */
  SETTLE("", "judge settle"),
  /** Charges the only claim, if it fits: the same in one file, for those kinds that have it. */
  SETTLE_ALONE("-alone", ""),
  /** Tells what is on record. */
  LOOK("", "judge look"),
  /** Raises what keys have spent to what older keys have spent. */
  CARRY("-carry", "carry"),
  /** Gives back charges. */
  REFUND("-refund", "refund"),
  /** Takes many units at once, to be spent later. */
  LEASE("-lease", "lease"),
  /** Says that slots are still in use. */
  RENEW("", "renew");

  /** What the names of those files end in that only this operation needs of a kind. */
  final String suffix;

  /** Names, set apart by blanks. */
  final String drivers;

  ScriptOperation(String suffix, String drivers) {
    this.suffix = suffix;
    this.drivers = drivers;
  }
}
