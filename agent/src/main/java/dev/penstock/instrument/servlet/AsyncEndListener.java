package dev.penstock.instrument.servlet;

import dev.penstock.bootstrap.Gate;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A servlet AsyncListener that runs a callback once, when the request ends. */
final class AsyncEndListener implements InvocationHandler {
  /*
   * An error or a timeout is not the end: the application may still dispatch or complete. If it
   * does not, the container responds with 500, but only after it has notified all listeners, and
   * until then the status reads 200. In both cases completion follows (servlet specification,
   * 2.3.3.3).
   *
   * If a client disconnects during the response and the application handles that error with a
   * dispatch, as Spring does, older Tomcats (such as 9.0.83) never report completion. A response
   * that is committed cannot change its status, so then the error counts as the end.
   */
  private final AsyncApi api;
  private final BooleanSupplier committed;
  private final AtomicReference<@Nullable Runnable> callback;

  AsyncEndListener(AsyncApi api, BooleanSupplier committed, Runnable callback) {
    this.api = api;
    this.committed = committed;
    this.callback = new AtomicReference<>(callback);
  }

  /** Drops the callback; returns true if it had not run. */
  boolean cancel() {
    return callback.getAndSet(null) != null;
  }

  @Override
  public @Nullable Object invoke(Object listener, Method method, Object @Nullable [] arguments) {
    return switch (method.getName()) {
      case "onStartAsync" -> startedAgain(arguments);
      case "onComplete" -> ended();
      case "onError" -> failed();
      case "equals" -> arguments != null && listener == arguments[0];
      case "hashCode" -> System.identityHashCode(listener);
      case "toString" -> "Penstock's listener";
      default -> null;
    };
  }

  private @Nullable Object startedAgain(Object @Nullable [] arguments) {
    try {
      if (arguments != null && callback.get() != null) {
        api.listenAgain(arguments[0], this);
      }
    } catch (Throwable error) {
      // No later event will arrive, so this counts as the end.
      Gate.suppressed(error);
      ended();
    }
    return null;
  }

  private @Nullable Object failed() {
    try {
      return committed.getAsBoolean() ? ended() : null;
    } catch (Throwable error) {
      Gate.suppressed(error);
      return null;
    }
  }

  private @Nullable Object ended() {
    Runnable toRun = callback.getAndSet(null);
    try {
      if (toRun != null) {
        toRun.run();
      }
    } catch (Throwable error) {
      Gate.suppressed(error);
    }
    return null;
  }
}
