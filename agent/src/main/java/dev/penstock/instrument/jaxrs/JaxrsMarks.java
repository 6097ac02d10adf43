package dev.penstock.instrument.jaxrs;

import dev.penstock.instrument.server.CurrentCall;
import dev.penstock.instrument.server.FirstPassMark;
import org.jspecify.annotations.Nullable;

/** Finds the mark that a server's hook has set for a request of JAX-RS. */
final class JaxrsMarks {
  private JaxrsMarks() {}

  /** The mark of the request, or else of the thread; null if there is none. */
  static @Nullable FirstPassMark of(@Nullable Object requestMark) {
    if (requestMark == null) {
      return CurrentCall.get();
    }
    // Any other mark means that all rules were decided.
    return requestMark instanceof FirstPassMark mark ? mark : null;
  }
}
