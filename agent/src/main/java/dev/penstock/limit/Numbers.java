package dev.penstock.limit;

/** Guards of a limit's numbers; a message shows the bad value. */
final class Numbers {
  private Numbers() {}

  static void require(boolean holds, String message, long value) {
    if (!holds) {
      throw new IllegalArgumentException(message + ", was " + value);
    }
  }
}
