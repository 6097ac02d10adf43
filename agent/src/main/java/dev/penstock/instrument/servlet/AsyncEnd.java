package dev.penstock.instrument.servlet;

import dev.penstock.bootstrap.Gate;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Hears of the end of an asynchronous request and passes it on once, whichever way it comes. */
final class AsyncEnd implements InvocationHandler {
  /*
   * An error or a timeout is not the end: the application may still dispatch or complete, and if it
   * does not, the container answers with 500 only after it has told all listeners. Until then the
   * status reads 200. Either way completion follows, the servlet specification sees to that (2.3.3.3).
   *
   * But when a caller goes away in the middle of an answer, and the application meets that error
   * with a dispatch, as Spring does, older Tomcats (9.0.83 is one) forget to tell of completion.
   * An answer that has begun cannot change its status any more, so then the error is the end.
   */
  private final AsyncApi api;
  private final BooleanSupplier answering;
  private final AtomicReference<@Nullable Runnable> atEnd;

  AsyncEnd(AsyncApi api, BooleanSupplier answering, Runnable atEnd) {
    this.api = api;
    this.answering = answering;
    this.atEnd = new AtomicReference<>(atEnd);
  }

  /** True if nobody had heard of the end, and nobody will any more. */
  boolean callOff() {
    return atEnd.getAndSet(null) != null;
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
      if (arguments != null && atEnd.get() != null) {
        api.listenAgain(arguments[0], this);
      }
    } catch (Throwable error) {
      // Who cannot listen on will not hear of the end, so this has to be it.
      Gate.suppressed(error);
      ended();
    }
    return null;
  }

  private @Nullable Object failed() {
    try {
      return answering.getAsBoolean() ? ended() : null;
    } catch (Throwable error) {
      Gate.suppressed(error);
      return null;
    }
  }

  private @Nullable Object ended() {
    Runnable toRun = atEnd.getAndSet(null);
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
