package dev.penstock.instrument.ktorclient;

import dev.penstock.bootstrap.Gate;
import dev.penstock.instrument.Handles;
import dev.penstock.instrument.InterfaceProxy;
import java.lang.invoke.MethodHandle;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Continuations of Kotlin's coroutines, called through method handles. */
final class ContinuationApi {
  private static final String COROUTINES = "kotlin.coroutines.";
  private static final Object ON_CANCELLING = true;
  private static final Object IMMEDIATELY_IF_CANCELLED = true;

  private final Class<?> type;
  private final Class<?> functionType;
  private final Object suspended;
  private final Object interceptorKey;
  private final Object jobKey;
  private final MethodHandle getContext;
  private final MethodHandle resumeWith;
  private final MethodHandle element;
  private final MethodHandle interceptContinuation;
  private final MethodHandle invokeOnCompletion;
  private final MethodHandle createFailure;

  /**
   * @param anyType any class of the library
   */
  ContinuationApi(Class<?> anyType) {
    type = Handles.sibling(anyType, COROUTINES + "Continuation");
    functionType = Handles.sibling(anyType, "kotlin.jvm.functions.Function1");
    suspended =
        new Handles(Handles.sibling(anyType, COROUTINES + "intrinsics.CoroutineSingletons"))
            .staticField("COROUTINE_SUSPENDED");
    Handles continuation = new Handles(type);
    getContext = continuation.bindAny("getContext");
    resumeWith = continuation.bindAny("resumeWith", Object.class);
    element =
        new Handles(Handles.sibling(anyType, COROUTINES + "CoroutineContext"))
            .bindAny("get", Handles.sibling(anyType, COROUTINES + "CoroutineContext$Key"));
    Handles interceptor =
        new Handles(Handles.sibling(anyType, COROUTINES + "ContinuationInterceptor"));
    interceptorKey = interceptor.staticField("Key");
    interceptContinuation = interceptor.bindAny("interceptContinuation", type);
    Handles job = new Handles(Handles.sibling(anyType, "kotlinx.coroutines.Job"));
    jobKey = job.staticField("Key");
    invokeOnCompletion =
        job.bindAny("invokeOnCompletion", boolean.class, boolean.class, functionType);
    createFailure =
        new Handles(Handles.sibling(anyType, "kotlin.ResultKt"))
            .bindAny("createFailure", Throwable.class);
  }

  Class<?> type() {
    return type;
  }

  /** What a suspend function returns if the continuation will receive the result. */
  Object suspended() {
    return suspended;
  }

  /** Returns a continuation that notifies the agent of the result before it passes it on. */
  Object observing(Object continuation, Consumer<@Nullable Object> action) {
    return InterfaceProxy.observing(
        type,
        continuation,
        (method, arguments) -> {
          if (method.equals("resumeWith")) {
            action.accept(arguments[0]);
          }
        });
  }

  /** Resumes a coroutine on its own dispatcher. */
  void resume(Object continuation, @Nullable Object result) {
    Object interceptor =
        Handles.call(element, Handles.get(getContext, continuation), interceptorKey);
    Object dispatched =
        interceptor == null
            ? continuation
            : Handles.get(interceptContinuation, interceptor, continuation);
    Handles.call(resumeWith, dispatched, result);
  }

  void fail(Object continuation, Throwable why) {
    resume(continuation, Handles.get(createFailure, why));
  }

  /** Runs an action when the coroutine is cancelled, and possibly also when it has ended. */
  void onCancellation(Object continuation, Consumer<Throwable> action) {
    Object job = Handles.call(element, Handles.get(getContext, continuation), jobKey);
    if (job == null) {
      return;
    }
    Object handler =
        InterfaceProxy.of(
            functionType,
            /* original= */ null,
            (method, arguments, nothing) -> {
              if (method.equals("invoke") && arguments[0] instanceof Throwable why) {
                pass(action, why);
              }
              return null;
            });
    try {
      Object unused =
          (Object)
              invokeOnCompletion.invokeExact(job, ON_CANCELLING, IMMEDIATELY_IF_CANCELLED, handler);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  private static void pass(Consumer<Throwable> action, Throwable why) {
    try {
      action.accept(why);
    } catch (Throwable broken) {
      Gate.suppressed(broken);
    }
  }
}
