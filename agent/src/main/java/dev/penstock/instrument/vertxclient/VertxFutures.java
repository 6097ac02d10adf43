package dev.penstock.instrument.vertxclient;

import dev.penstock.bootstrap.Gate;
import dev.penstock.instrument.Handles;
import dev.penstock.instrument.InterfaceProxy;
import java.lang.invoke.MethodHandle;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Futures, promises and contexts of Vert.x 4 or 5, called through method handles. */
final class VertxFutures {
  private static final String CORE = "io.vertx.core.";
  private static final String CONTEXT_OF_5 = CORE + "internal.ContextInternal";
  private static final String CONTEXT_OF_4 = CORE + "impl.ContextInternal";

  private final Class<?> handlerType;
  private final MethodHandle onComplete;
  private final MethodHandle succeeded;
  private final MethodHandle result;
  private final MethodHandle cause;
  private final MethodHandle promise;
  private final MethodHandle future;
  private final MethodHandle tryComplete;
  private final MethodHandle tryFail;
  private final MethodHandle runOnContext;

  /**
   * @param type any class of the library
   */
  VertxFutures(Class<?> type) {
    handlerType = Handles.sibling(type, CORE + "Handler");
    onComplete =
        new Handles(Handles.sibling(type, CORE + "Future")).bindAny("onComplete", handlerType);
    Handles results = new Handles(Handles.sibling(type, CORE + "AsyncResult"));
    succeeded = results.bind("succeeded", boolean.class);
    result = results.bindAny("result");
    cause = results.bindAny("cause");
    String context = Handles.isPresent(type, CONTEXT_OF_5) ? CONTEXT_OF_5 : CONTEXT_OF_4;
    promise = new Handles(Handles.sibling(type, context)).bindAny("promise");
    Handles promises = new Handles(Handles.sibling(type, CORE + "Promise"));
    future = promises.bindAny("future");
    tryComplete = promises.bindAny("tryComplete", Object.class);
    tryFail = promises.bindAny("tryFail", Throwable.class);
    runOnContext =
        new Handles(Handles.sibling(type, CORE + "Context")).bindAny("runOnContext", handlerType);
  }

  /** Makes a promise whose callbacks run in a context. */
  Object promise(Object context) {
    return Handles.get(promise, context);
  }

  Object future(Object anyPromise) {
    return Handles.get(future, anyPromise);
  }

  void fail(Object anyPromise, Throwable why) {
    Handles.call(tryFail, anyPromise, why);
  }

  /** Completes a promise with the result or the failure of a future. */
  void complete(Object anyPromise, Object asyncResult) {
    if (isSuccess(asyncResult)) {
      Handles.call(tryComplete, anyPromise, value(asyncResult));
    } else {
      Handles.call(tryFail, anyPromise, Handles.call(cause, asyncResult));
    }
  }

  boolean isSuccess(Object asyncResult) {
    return Handles.isTrue(succeeded, asyncResult);
  }

  /** The result of a future; null if it failed. */
  @Nullable Object value(Object asyncResult) {
    return Handles.call(result, asyncResult);
  }

  void run(Object context, Runnable task) {
    Handles.call(runOnContext, context, handler(nothing -> task.run()));
  }

  /** Adds a callback of the agent, which receives the completed future. */
  void whenComplete(Object anyFuture, Consumer<Object> action) {
    Handles.call(onComplete, anyFuture, handler(action));
  }

  /** Passes the outcome of a future to a handler of the application. */
  void passTo(Object anyFuture, Object handler) {
    Handles.call(onComplete, anyFuture, handler);
  }

  /** Wraps a handler of the application: the agent receives the outcome of a future first. */
  Object observing(Object handler, Consumer<Object> action) {
    return InterfaceProxy.observing(
        handlerType, handler, (method, arguments) -> action.accept(arguments[0]));
  }

  private Object handler(Consumer<Object> action) {
    return InterfaceProxy.of(
        handlerType,
        /* original= */ null,
        (method, arguments, nothing) -> {
          try {
            action.accept(arguments[0]);
          } catch (Throwable broken) {
            Gate.suppressed(broken);
          }
          return null;
        });
  }
}
