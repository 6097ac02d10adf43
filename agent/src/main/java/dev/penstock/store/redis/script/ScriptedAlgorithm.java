package dev.penstock.store.redis.script;

import java.util.Locale;

/** An algorithm that has a twin in Lua, and the files that this one is made of. */
enum ScriptedAlgorithm {
  BUCKET(1, "bucket", "members"),
  FIXED(2, "window fixed", "window-lease"),
  CALENDAR(4, "window calendar", "window-lease"),
  SLIDING(8, "window product sliding", "search"),
  SLICED(16, "product sliced", "search"),
  LOG(32, "search log", "search"),
  SLOTS(64, "members slots", "members");

  /** By which sets of kinds are told apart. */
  final int bit;

  /** Names, set apart by blanks. The last is its own; the others come once, whoever needs them. */
  final String files;

  /** What it needs besides for a lease. */
  final String leaseFiles;

  /** By which it is known to the scripts. */
  final String word = name().toLowerCase(Locale.ROOT);

  /** The only one of a set. */
  static ScriptedAlgorithm of(int bit) {
    for (ScriptedAlgorithm kind : values()) {
      if (kind.bit == bit) {
        return kind;
      }
    }
    throw new IllegalArgumentException("not the bit of one kind: " + bit);
  }

  /** True if most calls spend from one of it and nothing else, which is worth a file of its own. */
  boolean isOftenAlone() {
    return this == BUCKET || this == FIXED || this == SLIDING;
  }

  ScriptedAlgorithm(int bit, String files, String leaseFiles) {
    this.bit = bit;
    this.files = files;
    this.leaseFiles = leaseFiles;
  }
}
