package dev.penstock.bench;

import java.util.SplittableRandom;

/** A million keys, and a random order, so that the next key is not in a CPU cache. */
final class Keys {
  static final int COUNT = 1_000_000;

  private static final int MASK = (1 << 22) - 1;

  private Keys() {}

  /** A unique key of the length of an API key. */
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

  /** Four million random indexes of the array. */
  static int[] randomOrder() {
    return new SplittableRandom(11).ints(MASK + 1L, 0, COUNT).toArray();
  }

  static int after(int at) {
    return (at + 1) & MASK;
  }
}
