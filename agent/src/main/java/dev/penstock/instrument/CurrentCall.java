package dev.penstock.instrument;

import org.jspecify.annotations.Nullable;

/** The call whose woven method this thread is inside, if there is something to go on with. */
public final class CurrentCall {
  /*
   * Not every server has a place of its own for what belongs to a request, so a framework's request
   * may have nothing that leads back to the server's. The thread does: the framework is called from
   * inside the server's method. The thread is free again when that method is through.
   */
  private static final ThreadLocal<@Nullable FirstPassMark> CURRENT = new ThreadLocal<>();

  private CurrentCall() {}

  /** The call that was met first further out on this thread, or null. */
  public static @Nullable FirstPassMark get() {
    return CURRENT.get();
  }

  /** Goes inside a call; answers what has to be {@linkplain #leaveTo gone back to}. */
  public static @Nullable FirstPassMark enter(FirstPassMark look) {
    FirstPassMark before = CURRENT.get();
    CURRENT.set(look);
    return before;
  }

  /** Leaves a call for the one around it; null if there is none. */
  public static void leaveTo(@Nullable FirstPassMark before) {
    if (before == null) {
      CURRENT.remove();
    } else {
      CURRENT.set(before);
    }
  }
}
