package dev.penstock.redis;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** Which keys have questions on their way that nobody waits for, more or less. */
final class Outstanding {
  /*
   * What a thread asks without waiting, such as to take a charge back, has to reach the server before
   * what it asks next of the same key. Keys that share a place only go the longer way for nothing.
   */
  private static final int PLACES = 256;

  private final AtomicIntegerArray counts = new AtomicIntegerArray(PLACES);

  void add(Question question) {
    change(question.keys(), 1);
  }

  void remove(Question question) {
    change(question.keys(), -1);
  }

  private void change(List<byte[]> keys, int by) {
    for (int i = 0; i < keys.size(); i++) {
      counts.addAndGet(place(keys.get(i)), by);
    }
  }

  boolean concern(Question question) {
    List<byte[]> keys = question.keys();
    for (int i = 0; i < keys.size(); i++) {
      if (counts.get(place(keys.get(i))) > 0) {
        return true;
      }
    }
    return false;
  }

  private static int place(byte[] key) {
    int hash = Arrays.hashCode(key) * 0x9e3779b9;
    return hash >>> 24;
  }
}
