package dev.penstock.instrument;

import java.lang.instrument.Instrumentation;
import java.util.List;

/** Has classes woven that are loaded already, a few at a time. */
final class Retransformation {
  /*
   * Each request stops the application's threads for a moment, so a busy JVM is better off with few
   * of them; but one class that cannot be changed makes the whole request fail, and a large one stops
   * everybody for longer. What fails together is therefore tried again class by class.
   */
  static final int MOST_AT_ONCE = 16;

  private Retransformation() {}

  static void of(List<Class<?>> classes, Instrumentation instrumentation, Weaver weaver) {
    for (int from = 0; from < classes.size(); from += MOST_AT_ONCE) {
      int to = Math.min(from + MOST_AT_ONCE, classes.size());
      together(classes.subList(from, to), instrumentation, weaver);
    }
  }

  private static void together(
      List<Class<?>> classes, Instrumentation instrumentation, Weaver weaver) {
    try {
      instrumentation.retransformClasses(classes.toArray(new Class<?>[0]));
    } catch (Throwable error) {
      if (classes.size() == 1) {
        weaver.notRetransformed(classes.get(0), error);
        return;
      }
      for (Class<?> each : classes) {
        together(List.of(each), instrumentation, weaver);
      }
    }
  }
}
