package dev.penstock.http;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A call that the application makes, and how its client is told what becomes of it. */
public interface OutboundCall extends Call {
  /*
   * What happens, in order: if the call may not go, `refuse`. If it has to wait, either its thread
   * does (`mayBlock`) or `hold` is asked what the woven method answers meanwhile. If it may go, the
   * woven method runs with `arguments` and its end comes to `went` or `failed`.
   */

  /**
   * The library's object that stands for this one call; a call that {@link Reentry} lets pass is
   * known by it.
   */
  Object subject();

  /** The departure of a call that went before, if this is a further part of it; else null. */
  default @Nullable OutboundPermit earlierPermit() {
    return null;
  }

  /** True if it is a further request of a call that went before, such as a redirect. */
  default boolean isRetry() {
    return false;
  }

  /**
   * Its thread is about to wait: if the application calls it off meanwhile, from another thread, it
   * can be given up, and then waits no longer.
   */
  default void beforeWait(OutboundPermit permit) {}

  /**
   * What the woven method of a call that was called off while it waited throws; null if it was not,
   * or if the method runs and the client says so itself.
   */
  default @Nullable IOException cancellation() {
    return null;
  }

  /**
   * Asked if the call has to wait and its thread must not: the woven method will not run, and when
   * the departure says so the call has to be started anew, by way of {@link Reentry}.
   *
   * @return what the woven method answers
   */
  default @Nullable Object suspend(OutboundPermit permit) {
    throw new UnsupportedOperationException();
  }

  /**
   * Tells the client that the call may not go; the woven method will not run.
   *
   * @return what the woven method answers, if that is how failures are told here
   * @throws IOException if that is how
   */
  default @Nullable Object reject(IOException why) throws IOException {
    throw why;
  }

  /**
   * What the woven method of a call that may go gets as its arguments: mostly those that came, but
   * some clients can be listened to in no other way.
   */
  default Object[] arguments(Object[] original, OutboundPermit permit) {
    return original;
  }

  /**
   * The woven method has returned: now, or when the result comes true, the departure has to be told
   * of the answer and that it is over.
   *
   * @return what the method answers, mostly the same
   */
  @Nullable Object returned(@Nullable Object result, OutboundPermit permit);

  /** The woven method has thrown; some clients do so although there is an answer. */
  default void failed(Throwable thrown, OutboundPermit permit) {
    permit.close();
  }

  @Override
  default @Nullable String remoteAddress() {
    return null;
  }
}
