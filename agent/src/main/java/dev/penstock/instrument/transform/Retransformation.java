package dev.penstock.instrument.transform;

import java.lang.instrument.Instrumentation;
import java.util.List;

/** Instruments classes that are already loaded, in batches. */
final class Retransformation {
  /*
   * Each request to the JVM stops the application's threads for a moment, so a busy JVM needs few
   * of them. But one class that cannot be changed fails the whole request, and a large request
   * stops the threads for longer. A batch that fails is therefore repeated class by class.
   */
  static final int MAX_BATCH_SIZE = 16;

  private Retransformation() {}

  static void run(List<Class<?>> classes, Instrumentation instrumentation, Weaver weaver) {
    for (int from = 0; from < classes.size(); from += MAX_BATCH_SIZE) {
      int to = Math.min(from + MAX_BATCH_SIZE, classes.size());
      retransform(classes.subList(from, to), instrumentation, weaver);
    }
  }

  private static void retransform(
      List<Class<?>> batch, Instrumentation instrumentation, Weaver weaver) {
    try {
      instrumentation.retransformClasses(batch.toArray(new Class<?>[0]));
    } catch (Throwable error) {
      if (batch.size() == 1) {
        weaver.notRetransformed(batch.get(0), error);
        return;
      }
      for (Class<?> each : batch) {
        retransform(List.of(each), instrumentation, weaver);
      }
    }
  }
}
