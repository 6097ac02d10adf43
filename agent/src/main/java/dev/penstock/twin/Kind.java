package dev.penstock.twin;

import java.util.Locale;

/** An algorithm that has a twin in Lua, and the files that this one is made of. */
enum Kind {
  BUCKET(1, "bucket"),
  FIXED(2, "window fixed"),
  CALENDAR(4, "window calendar"),
  SLIDING(8, "window product search sliding"),
  SLICED(16, "product search sliced"),
  LOG(32, "search log"),
  SLOTS(64, "members slots");

  /** By which sets of kinds are told apart. */
  final int bit;

  /** Names, set apart by blanks. The last is its own; the others come once, whoever needs them. */
  final String files;

  /** By which it is known to the scripts. */
  final String word = name().toLowerCase(Locale.ROOT);

  Kind(int bit, String files) {
    this.bit = bit;
    this.files = files;
  }
}
