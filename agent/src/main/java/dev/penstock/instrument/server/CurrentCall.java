package dev.penstock.instrument.server;

import org.jspecify.annotations.Nullable;

/** The marked request whose instrumented method the current thread is running. */
public final class CurrentCall {
  /*
   * Some servers have no place to attach data to a request, so nothing leads from a framework's
   * request to the server's. The thread does: the framework runs inside the server's method. The
   * mark is removed when that method returns.
   */
  private static final ThreadLocal<@Nullable FirstPassMark> CURRENT = new ThreadLocal<>();

  private CurrentCall() {}

  /** The mark of the innermost request on this thread, or null. */
  public static @Nullable FirstPassMark get() {
    return CURRENT.get();
  }

  /** Sets the mark of this thread; returns the mark to {@linkplain #restore restore} later. */
  public static @Nullable FirstPassMark enter(FirstPassMark mark) {
    FirstPassMark outer = CURRENT.get();
    CURRENT.set(mark);
    return outer;
  }

  /** Restores the mark of the outer request; null if there is none. */
  public static void restore(@Nullable FirstPassMark outer) {
    if (outer == null) {
      CURRENT.remove();
    } else {
      CURRENT.set(outer);
    }
  }
}
