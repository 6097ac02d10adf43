package dev.penstock.bench;

import java.util.SplittableRandom;

/** A million keys, and an order in which nothing that is needed is in a cache. */
final class Keys {
  static final int COUNT = 1_000_000;

  private static final int MASK = (1 << 22) - 1;

  private Keys() {}

  /** Such as an API key: as long as they are, and all different. */
  static String key(int number) {
    return "key-" + Integer.toHexString(number * 0x9e3779b1) + "-" + number;
  }

  static String[] all() {
    String[] keys = new String[COUNT];
    for (int i = 0; i < COUNT; i++) {
      keys[i] = key(i);
    }
    return keys;
  }

  /** Four million random places in the array. */
  static int[] randomOrder() {
    return new SplittableRandom(11).ints(MASK + 1L, 0, COUNT).toArray();
  }

  static int after(int at) {
    return (at + 1) & MASK;
  }
}
