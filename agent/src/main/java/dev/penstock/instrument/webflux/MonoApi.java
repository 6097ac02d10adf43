package dev.penstock.instrument.webflux;

import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import java.security.Principal;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** Makes and combines Reactor's Monos of one application, through handles bound once. */
final class MonoApi {
  private final MethodHandle just;
  private final MethodHandle empty;
  private final MethodHandle defer;
  private final MethodHandle delay;
  private final MethodHandle fromCompletionStage;
  private final MethodHandle publishOn;
  private final MethodHandle parallel;
  private final MethodHandle then;
  private final MethodHandle doOnNext;
  private final MethodHandle doFinally;
  private final MethodHandle onErrorResume;

  MonoApi(Class<?> exchangeType) {
    Class<?> type = Handles.sibling(exchangeType, "reactor.core.publisher.Mono");
    Handles mono = new Handles(type);
    just = mono.bindAny("just", Object.class);
    empty = mono.bindAny("empty");
    defer = mono.bindAny("defer", Supplier.class);
    delay = mono.bindAny("delay", Duration.class);
    fromCompletionStage = mono.bindAny("fromCompletionStage", CompletionStage.class);
    Class<?> scheduler = Handles.sibling(type, "reactor.core.scheduler.Scheduler");
    publishOn = mono.bindAny("publishOn", scheduler);
    parallel =
        new Handles(Handles.sibling(type, "reactor.core.scheduler.Schedulers")).bindAny("parallel");
    then = mono.bindAny("then", type);
    doOnNext = mono.bindAny("doOnNext", Consumer.class);
    doFinally = mono.bindAny("doFinally", Consumer.class);
    onErrorResume = mono.bindAny("onErrorResume", Function.class);
  }

  /** A Mono that has a value. */
  Object of(Object value) {
    try {
      return (Object) just.invokeExact(value);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  /** A Mono that starts another one after a delay. */
  Object after(long micros, Supplier<Object> next) {
    try {
      Object time = Duration.of(micros, ChronoUnit.MICROS);
      return (Object) then.invokeExact((Object) delay.invokeExact(time), deferred(next));
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  /** A Mono that starts another one when a stage completes, on the scheduler of delays. */
  Object after(CompletionStage<?> stage, Supplier<Object> next) {
    try {
      Object complete = (Object) fromCompletionStage.invokeExact((Object) stage);
      Object elsewhere = (Object) publishOn.invokeExact(complete, (Object) parallel.invokeExact());
      return (Object) then.invokeExact(elsewhere, deferred(next));
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  /** A Mono that starts another one when the user is known or cannot be found. */
  Object after(Object principal, Consumer<Principal> onUser, Supplier<Object> next) {
    try {
      Object noUser = (Object) empty.invokeExact();
      Object onError = (Function<Object, Object>) error -> noUser;
      Object named = (Object) doOnNext.invokeExact(principal, (Object) onUser);
      // Last, so that any failure only means that the user is unknown.
      Object safe = (Object) onErrorResume.invokeExact(named, onError);
      return (Object) then.invokeExact(safe, deferred(next));
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  /** The same Mono with a callback that runs when it completes, fails or is cancelled. */
  Object withCallback(Object mono, Consumer<Object> callback) {
    try {
      return (Object) doFinally.invokeExact(mono, (Object) callback);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  private Object deferred(Supplier<Object> next) throws Throwable {
    return (Object) defer.invokeExact((Object) next);
  }
}
