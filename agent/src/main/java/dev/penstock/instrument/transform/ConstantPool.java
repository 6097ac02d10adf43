package dev.penstock.instrument.transform;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Checks whether the constant pool of a class file has one of a few texts. */
final class ConstantPool {
  /*
   * This check runs for every class that the application loads, so it is most of the agent's cost
   * at start. A class that declares a method has its descriptor in the constant pool, and the
   * descriptors of targets are long and rare. Walking the pool and comparing lengths first excludes
   * nearly all classes before Byte Buddy examines them, or is even loaded.
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

  /** True if one of the texts is a constant of the class file. */
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
          entry++; // a long or double takes two entries
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
