package dev.penstock.outbound;

import dev.penstock.http.OutboundCall;
import org.jspecify.annotations.Nullable;

/** The call that each thread makes now. A client that uses another client is counted once. */
final class NestedCalls {
  /*
   * Two calls count as one only if they are for the same method and URL: a client that fetches a
   * token from another host during a call makes a second call. This holds text and not the call,
   * because a thread-local of the agent must not keep a class loader of the application alive.
   */
  private static final ThreadLocal<@Nullable String> CURRENT = new ThreadLocal<>();

  private NestedCalls() {}

  /** True if the thread makes this call already, through another client; false for a retry. */
  static boolean contains(OutboundCall call) {
    String current = CURRENT.get();
    return current != null
        && !call.isRetry()
        && call.earlierPermit() == null
        && current.equals(call.toString());
  }

  /** Makes the call of this text the current one; returns the one before, for {@link #restore}. */
  static @Nullable String enter(String call) {
    String outer = CURRENT.get();
    CURRENT.set(call);
    return outer;
  }

  static void restore(@Nullable String outer) {
    if (outer == null) {
      CURRENT.remove();
    } else {
      CURRENT.set(outer);
    }
  }
}
