package dev.penstock.instrument.ktor;

import dev.penstock.instrument.Handles;
import dev.penstock.instrument.InterfaceProxy;
import java.lang.invoke.MethodHandle;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Intercepts pipelines of Ktor and resumes coroutines of Kotlin, through handles bound once. */
final class CoroutineApi {
  private static final String FAILURE = "kotlin.Result$Failure";
  private static final String PHASES = "io.ktor.server.application.ApplicationCallPipeline";
  private static final String SEND_PHASES = "io.ktor.server.response.ApplicationSendPipeline";

  private final Class<?> root;
  private final Class<?> functionType;
  private final Class<?> continuationType;
  private final Object unit;
  private final Object suspended;
  private final Object interceptorKey;
  private final Object setup;
  private final Object handler;
  private final Object beforeSend;
  private final MethodHandle newPhase;
  private final MethodHandle insertPhaseBefore;
  private final MethodHandle intercept;
  private final MethodHandle getCall;
  private final MethodHandle finish;
  private final MethodHandle proceed;
  private final MethodHandle coroutineContext;
  private final MethodHandle element;
  private final MethodHandle dispatch;
  private final MethodHandle continuationContext;
  private final MethodHandle resumeWith;
  private final MethodHandle createFailure;
  private final MethodHandle exception;

  /** An interceptor of a pipeline. */
  interface Interceptor {
    /** Returns the unit, or the mark that it has suspended. */
    @Nullable Object intercept(Object context, Object continuation) throws Throwable;
  }

  CoroutineApi(Class<?> pipelineType) {
    root = pipelineType;
    functionType = named("kotlin.jvm.functions.Function3");
    continuationType = named("kotlin.coroutines.Continuation");
    unit = type("kotlin.Unit").staticField("INSTANCE");
    suspended =
        type("kotlin.coroutines.intrinsics.CoroutineSingletons").staticField("COROUTINE_SUSPENDED");
    Class<?> phaseType = named("io.ktor.util.pipeline.PipelinePhase");
    Object phases = type(PHASES).staticField("ApplicationPhase");
    setup = Handles.get(new Handles(phases.getClass()).bindAny("getSetup"), phases);
    handler = Handles.get(new Handles(phases.getClass()).bindAny("getCall"), phases);
    Object sendPhases = type(SEND_PHASES).staticField("Phases");
    beforeSend = Handles.get(new Handles(sendPhases.getClass()).bindAny("getBefore"), sendPhases);
    newPhase = new Handles(phaseType).bindConstructor(String.class);
    Handles pipeline = type("io.ktor.util.pipeline.Pipeline");
    insertPhaseBefore = pipeline.bindAny("insertPhaseBefore", phaseType, phaseType);
    intercept = pipeline.bindAny("intercept", phaseType, functionType);
    Handles context = type("io.ktor.util.pipeline.PipelineContext");
    getCall = context.bindAny("getContext");
    finish = context.bindAny("finish");
    proceed = context.bindAny("proceed", continuationType);
    coroutineContext = type("kotlinx.coroutines.CoroutineScope").bindAny("getCoroutineContext");
    Class<?> contextType = named("kotlin.coroutines.CoroutineContext");
    Class<?> keyType = named("kotlin.coroutines.CoroutineContext$Key");
    element = new Handles(contextType).bindAny("get", keyType);
    interceptorKey = type("kotlin.coroutines.ContinuationInterceptor").staticField("Key");
    dispatch =
        type("kotlinx.coroutines.CoroutineDispatcher")
            .bindAny("dispatch", contextType, Runnable.class);
    Handles continuation = new Handles(continuationType);
    continuationContext = continuation.bindAny("getContext");
    resumeWith = continuation.bindAny("resumeWith", Object.class);
    createFailure = type("kotlin.ResultKt").bindAny("createFailure", Throwable.class);
    exception = type(FAILURE).bindField("exception");
  }

  private Class<?> named(String name) {
    return Handles.sibling(root, name);
  }

  private Handles type(String name) {
    return new Handles(named(name));
  }

  /** What a coroutine returns that has no result. */
  Object unit() {
    return unit;
  }

  /** What a coroutine returns that continues later. */
  Object suspended() {
    return suspended;
  }

  boolean isSuspended(@Nullable Object result) {
    return result == suspended;
  }

  /** Adds an interceptor in front of all others of an application. */
  void interceptFirst(Object pipeline, Interceptor interceptor) {
    interceptBefore(setup, pipeline, interceptor);
  }

  /** Adds an interceptor in front of the handler of a route, behind its plugins. */
  void interceptHandler(Object pipeline, Interceptor interceptor) {
    interceptBefore(handler, pipeline, interceptor);
  }

  private void interceptBefore(Object phase, Object pipeline, Interceptor interceptor) {
    Object own = Handles.get(newPhase, "Penstock");
    Object unused = Handles.call(insertPhaseBefore, pipeline, phase, own);
    unused = Handles.call(intercept, pipeline, own, function(interceptor));
  }

  /** Runs a task when the response of a call starts. */
  void beforeSend(Object sendPipeline, Runnable task) {
    Object function =
        function(
            (context, continuation) -> {
              task.run();
              return unit;
            });
    Object unused = Handles.call(intercept, sendPipeline, beforeSend, function);
  }

  private Object function(Interceptor interceptor) {
    return InterfaceProxy.of(
        functionType,
        /* original= */ null,
        (method, arguments, original) -> interceptor.intercept(arguments[0], arguments[2]));
  }

  /** The call that a running pipeline handles. */
  Object call(Object context) {
    return Handles.get(getCall, context);
  }

  /** Lets a running pipeline end behind the current interceptor. */
  void finish(Object context) {
    Object unused = Handles.call(finish, context);
  }

  /** Runs the rest of a pipeline; throws what it throws. */
  @Nullable Object proceed(Object context, Object continuation) throws Throwable {
    return (Object) proceed.invokeExact(context, continuation);
  }

  /**
   * A continuation that calls back when it is resumed.
   *
   * @param outer has the context of the new one
   */
  Object continuation(Object outer, Consumer<@Nullable Object> onResult) {
    Object context = Handles.get(continuationContext, outer);
    return InterfaceProxy.of(
        continuationType,
        /* original= */ null,
        (method, arguments, original) -> {
          if (arguments.length == 0) {
            return context;
          }
          onResult.accept(arguments[0]);
          return null;
        });
  }

  /** Runs a task on a thread of the dispatcher of a running pipeline. */
  void dispatch(Object context, Runnable task) {
    Object coroutine = Handles.get(coroutineContext, context);
    try {
      Object dispatcher = Handles.get(element, coroutine, interceptorKey);
      Object unused = Handles.call(dispatch, dispatcher, coroutine, task);
    } catch (RuntimeException noDispatcher) {
      task.run();
    }
  }

  /** Resumes a coroutine with a result, which may be a failure. */
  void resume(Object continuation, @Nullable Object result) {
    Object unused = Handles.call(resumeWith, continuation, result);
  }

  /** The result of a coroutine that has thrown an exception. */
  Object failed(Throwable thrown) {
    return Handles.get(createFailure, thrown);
  }

  /** The exception that a coroutine has thrown; null if it has another result. */
  @Nullable Throwable failure(@Nullable Object result) {
    return result != null && result.getClass().getName().equals(FAILURE)
        ? (Throwable) Handles.get(exception, result)
        : null;
  }
}
