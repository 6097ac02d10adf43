package dev.penstock.http;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A call that the application makes, and how its client reports rejections and results. */
public interface OutboundCall extends Call {
  /*
   * The order of events: a rejected call gets `reject`. A call that has to wait blocks its thread
   * (`mayBlock`), or `suspend` returns a result in the meantime. For a call that may be sent, the
   * instrumented method runs with `arguments`, and `returned` or `failed` follows at its end.
   */

  /** The library's object for this one call; {@link Reentry} identifies a call by it. */
  Object subject();

  /** The permit of an earlier call, if this is another request of that call; else null. */
  default @Nullable OutboundPermit earlierPermit() {
    return null;
  }

  /** True if it is another request of an earlier call, such as a redirect. */
  default boolean isRetry() {
    return false;
  }

  /**
   * Called before the thread blocks. If the application cancels the call from another thread, the
   * call can cancel the permit, and stops waiting.
   */
  default void beforeWait(OutboundPermit permit) {}

  /**
   * What the instrumented method throws if the call was canceled while it waited; null if it was
   * not, or if the method runs and the client reports the cancellation itself.
   */
  default @Nullable IOException cancellation() {
    return null;
  }

  /**
   * Suspends a call that has to wait and whose thread must not block. The instrumented method does
   * not run now; when the permit allows it, the call has to be started again with {@link Reentry}.
   *
   * @return the result of the instrumented method
   */
  default @Nullable Object suspend(OutboundPermit permit) {
    throw new UnsupportedOperationException();
  }

  /**
   * Rejects the call; the instrumented method does not run.
   *
   * @return the result of the instrumented method, if this client returns failures
   * @throws IOException if this client throws failures
   */
  default @Nullable Object reject(IOException why) throws IOException {
    throw why;
  }

  /**
   * The arguments of the instrumented method: usually the original ones, but some clients report
   * their end only to a listener among the arguments.
   */
  default Object[] arguments(Object[] original, OutboundPermit permit) {
    return original;
  }

  /**
   * Called when the instrumented method has returned. Now, or when an asynchronous result is
   * complete, the permit has to be notified of the response and closed.
   *
   * @return the result of the method, usually the same
   */
  @Nullable Object returned(@Nullable Object result, OutboundPermit permit);

  /** Called when the instrumented method has thrown; some clients do so for certain responses. */
  default void failed(Throwable thrown, OutboundPermit permit) {
    permit.close();
  }

  @Override
  default @Nullable String remoteAddress() {
    return null;
  }
}
