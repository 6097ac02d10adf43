package dev.penstock.bootstrap;

import org.jspecify.annotations.Nullable;

/** What the {@link Gate} returns for a request or call that it rejects, or that it sees again. */
public interface Ticket {
  /** True if the instrumented method must not run: the request is rejected or comes back later. */
  boolean skipsMethod();

  /**
   * The library's object for the request or call that the instrumented method gets in place of the
   * original one; null if it gets the original one.
   */
  default @Nullable Object replacement() {
    return null;
  }

  /**
   * The result of the instrumented method, for hooks where the result is the response.
   *
   * @param result the method's own result; null if the method did not run
   */
  default @Nullable Object result(@Nullable Object result) {
    return result;
  }

  /**
   * What the instrumented method of a rejected call throws, for hooks where a call fails that way;
   * null if the method returns its result instead.
   */
  default @Nullable Throwable thrown() {
    return null;
  }

  /**
   * Reports the end of the instrumented method. Not called if the method was skipped.
   *
   * @param thrown what the method threw; null if it returned
   */
  void close(@Nullable Throwable thrown);
}
