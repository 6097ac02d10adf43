package dev.penstock.instrument;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Finds out whether a class file names one of a few texts, without reading more than it must. */
final class ConstantPool {
  /*
   * Every class the application loads comes past, so this is most of what an agent costs at start.
   * A class can only declare a method whose descriptor stands in its constant pool; the descriptors
   * we look for are long and rare. Walking the pool and comparing lengths first rules out all
   * classes but a handful without Byte Buddy having to look at them, or even to be loaded.
   *
   * Layout: The Java Virtual Machine Specification, 4.4.
   */
  private static final int POOL_COUNT = 8;
  private static final int FIRST_ENTRY = 10;

  private final byte[][] texts;

  ConstantPool(List<String> texts) {
    this.texts = new byte[texts.size()][];
    for (int i = 0; i < this.texts.length; i++) {
      this.texts[i] = texts.get(i).getBytes(StandardCharsets.UTF_8);
    }
  }

  /** True if the class file has one of the texts among its constants. */
  boolean isNamedIn(byte[] classFile) {
    int at = FIRST_ENTRY;
    int count = unsignedShort(classFile, POOL_COUNT);
    for (int entry = 1; entry < count; entry++) {
      int tag = classFile[at++];
      switch (tag) {
        case 1 -> {
          int length = unsignedShort(classFile, at);
          if (isText(classFile, at + 2, length)) {
            return true;
          }
          at += 2 + length;
        }
        case 3, 4, 9, 10, 11, 12, 17, 18 -> at += 4;
        case 5, 6 -> {
          at += 8;
          entry++; // longs and doubles take two places
        }
        case 7, 8, 16, 19, 20 -> at += 2;
        case 15 -> at += 3;
        default -> {
          return false;
        }
      }
    }
    return false;
  }

  private boolean isText(byte[] classFile, int from, int length) {
    for (byte[] text : texts) {
      if (text.length == length && Arrays.equals(text, 0, length, classFile, from, from + length)) {
        return true;
      }
    }
    return false;
  }

  private static int unsignedShort(byte[] classFile, int at) {
    return (classFile[at] & 0xff) << 8 | (classFile[at + 1] & 0xff);
  }
}
