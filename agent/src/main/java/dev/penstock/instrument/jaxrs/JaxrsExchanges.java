package dev.penstock.instrument.jaxrs;

import dev.penstock.instrument.CurrentCall;
import dev.penstock.instrument.FirstPassMark;
import org.jspecify.annotations.Nullable;

/** How a request of JAX-RS leads back to the server's. */
final class JaxrsExchanges {
  private JaxrsExchanges() {}

  /** What a server's hook has left with the request, or else with the thread; null if nothing. */
  static @Nullable FirstPassMark of(@Nullable Object mark) {
    // A mark that is no look says that the call was judged and nothing is left to do.
    return mark instanceof FirstPassMark look ? look : mark == null ? CurrentCall.get() : null;
  }
}
