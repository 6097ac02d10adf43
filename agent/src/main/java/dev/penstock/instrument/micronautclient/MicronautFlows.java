package dev.penstock.instrument.micronautclient;

import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Flows of Micronaut, which are its futures, called through method handles. */
final class MicronautFlows {
  private static final String PACKAGE = "io.micronaut.core.execution.";

  private final Class<?> type;
  private final Class<?> delayedType;
  private final MethodHandle create;
  private final MethodHandle error;
  private final MethodHandle map;
  private final MethodHandle onErrorResume;
  private final MethodHandle cancel;
  private final MethodHandle completeFrom;
  private final MethodHandle tryCompleteExceptionally;
  private final MethodHandle isCancelled;
  private final MethodHandle onCancel;

  /**
   * @param anyType any class of the library
   */
  MicronautFlows(Class<?> anyType) {
    type = Handles.sibling(anyType, PACKAGE + "ExecutionFlow");
    Handles flow = new Handles(type);
    error = flow.bindAny("error", Throwable.class);
    map = flow.bindAny("map", Function.class);
    onErrorResume = flow.bindAny("onErrorResume", Function.class);
    cancel = flow.bindAny("cancel");
    delayedType = Handles.sibling(anyType, PACKAGE + "DelayedExecutionFlow");
    Handles delayed = new Handles(delayedType);
    create = delayed.bindAny("create");
    completeFrom = delayed.bindAny("completeFrom", type);
    tryCompleteExceptionally = delayed.bindAny("tryCompleteExceptionally", Throwable.class);
    isCancelled = delayed.bind("isCancelled", boolean.class);
    onCancel = delayed.bindAny("onCancel", Runnable.class);
  }

  Class<?> type() {
    return type;
  }

  /** Makes a flow that completes later. */
  Object delayed() {
    try {
      return (Object) create.invokeExact();
    } catch (Throwable thrown) {
      throw Handles.unchecked(thrown);
    }
  }

  Object failed(Throwable why) {
    return Handles.get(error, why);
  }

  /** Completes a delayed flow with the outcome of another flow. */
  void complete(Object delayed, Object flow) {
    Handles.call(completeFrom, delayed, flow);
  }

  void fail(Object delayed, Throwable why) {
    Handles.call(tryCompleteExceptionally, delayed, why);
  }

  void cancel(Object flow) {
    Handles.call(cancel, flow);
  }

  boolean isCancelled(Object delayed) {
    return Handles.isTrue(isCancelled, delayed);
  }

  /** Adds a listener for the cancellation of a flow, unless the flow has completed already. */
  void onCancel(Object flow, Runnable listener) {
    if (delayedType.isInstance(flow)) {
      Handles.call(onCancel, flow, listener);
    }
  }

  /** Returns a flow with the same outcome. One of the listeners, which must not throw, gets it. */
  Object observed(Object flow, Consumer<@Nullable Object> success, Consumer<Throwable> failure) {
    Function<@Nullable Object, @Nullable Object> seen =
        value -> {
          success.accept(value);
          return value;
        };
    Function<Throwable, Object> reported =
        why -> {
          failure.accept(why);
          return failed(why);
        };
    return Handles.get(onErrorResume, Handles.get(map, flow, seen), reported);
  }
}
