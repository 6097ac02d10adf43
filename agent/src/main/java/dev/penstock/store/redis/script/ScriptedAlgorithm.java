package dev.penstock.store.redis.script;

import java.util.List;
import java.util.Locale;

/** A limit algorithm that exists in Lua, and the files that contain it. */
enum ScriptedAlgorithm {
  BUCKET(1, "bucket", List.of("bucket"), List.of("instances")),
  FIXED(2, "each-window", List.of("window", "each-window", "fixed"), List.of()),
  CALENDAR(4, "each-window", List.of("window", "each-window", "calendar"), List.of()),
  SLIDING(8, "sliding", List.of("window", "product", "sliding"), List.of("search")),
  SLICED(16, "sliced", List.of("product", "sliced"), List.of("search")),
  LOG(32, "log", List.of("search", "log"), List.of()),
  SLOTS(64, "slots", List.of("instances", "slots"), List.of());

  /** Identifies the algorithm in a set of algorithms. */
  final int bit;

  /** The first part of the names of the files that contain one operation each. */
  final String operationPrefix;

  /** The files of the algorithm. The last one is its own; a script contains shared files once. */
  @SuppressWarnings("ImmutableEnumChecker") // made by List.of
  final List<String> files;

  /** Additional files for leases. */
  @SuppressWarnings("ImmutableEnumChecker") // made by List.of
  final List<String> leaseFiles;

  /** The name by which scripts know the algorithm. */
  final String scriptName = name().toLowerCase(Locale.ROOT);

  ScriptedAlgorithm(int bit, String operationPrefix, List<String> files, List<String> leaseFiles) {
    this.bit = bit;
    this.operationPrefix = operationPrefix;
    this.files = files;
    this.leaseFiles = leaseFiles;
  }

  /** The only algorithm in a set. */
  static ScriptedAlgorithm of(int bit) {
    for (ScriptedAlgorithm algorithm : values()) {
      if (algorithm.bit == bit) {
        return algorithm;
      }
    }
    throw new IllegalArgumentException("not the bit of one algorithm: " + bit);
  }

  /**
   * True if most calls spend from one such limit only. These algorithms have an optimized script
   * for that.
   */
  boolean isOftenAlone() {
    return this == BUCKET || this == FIXED || this == SLIDING;
  }
}
