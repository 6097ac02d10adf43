package dev.penstock.outbound;

import dev.penstock.http.OutboundCall;
import org.jspecify.annotations.Nullable;

/** The call that this thread is making, so that a client on top of another is not counted twice. */
final class NestedCalls {
  /*
   * Only a call for the very same counts as the same: a client that fetches a token from elsewhere
   * in the middle of a call makes another one. Text, not the call: whatever a thread-local of ours
   * holds must not keep an application's loader alive.
   */
  private static final ThreadLocal<@Nullable String> CURRENT = new ThreadLocal<>();

  private NestedCalls() {}

  /** True if the thread is making just this call further out; a retry is seen from inside. */
  static boolean contains(OutboundCall call) {
    String current = CURRENT.get();
    return current != null
        && !call.isRetry()
        && call.earlierPermit() == null
        && current.equals(call.toString());
  }

  /** Goes inside a call; answers what has to be {@linkplain #leaveTo gone back to}. */
  static @Nullable String enter(OutboundCall call) {
    String before = CURRENT.get();
    CURRENT.set(call.toString());
    return before;
  }

  static void leaveTo(@Nullable String before) {
    if (before == null) {
      CURRENT.remove();
    } else {
      CURRENT.set(before);
    }
  }
}
