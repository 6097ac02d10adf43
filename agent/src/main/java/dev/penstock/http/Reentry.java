package dev.penstock.http;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Lets a call that has waited for its turn pass the gate when its method is called again. */
public final class Reentry {
  private static final ThreadLocal<@Nullable Object> PASSING = new ThreadLocal<>();

  private Reentry() {}

  /** Calls an instrumented method for a call that may be sent now. */
  public static <T extends @Nullable Object> T pass(Object subject, Callable<T> method)
      throws Exception {
    Object before = PASSING.get();
    PASSING.set(subject);
    try {
      return method.call();
    } finally {
      if (before == null) {
        PASSING.remove();
      } else {
        PASSING.set(before);
      }
    }
  }

  /** True if this thread is inside {@link #pass} for this call. */
  public static boolean isPassing(Object subject) {
    return PASSING.get() == subject;
  }
}
