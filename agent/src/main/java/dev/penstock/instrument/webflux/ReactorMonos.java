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

/** Reactor's promises of one application, called through handles bound once. */
final class ReactorMonos {
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

  ReactorMonos(Class<?> exchangeType) {
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

  /** One that is kept. */
  Object of(Object value) {
    try {
      return (Object) just.invokeExact(value);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  /** Another one, asked for after this time. */
  Object after(long micros, Supplier<Object> next) {
    try {
      Object time = Duration.of(micros, ChronoUnit.MICROS);
      return (Object) then.invokeExact((Object) delay.invokeExact(time), later(next));
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  /** Another one, asked for when this is complete, on the thread that keeps delayed ones, too. */
  Object after(CompletionStage<?> stage, Supplier<Object> next) {
    try {
      Object complete = (Object) fromCompletionStage.invokeExact((Object) stage);
      Object elsewhere = (Object) publishOn.invokeExact(complete, (Object) parallel.invokeExact());
      return (Object) then.invokeExact(elsewhere, later(next));
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  /** Another one, asked for when somebody's name is known, or it is known that it never will be. */
  Object after(Object principal, Consumer<Principal> known, Supplier<Object> next) {
    try {
      Object nobody = (Object) empty.invokeExact();
      Object onError = (Function<Object, Object>) error -> nobody;
      Object named = (Object) doOnNext.invokeExact(principal, (Object) known);
      // Last, so that whatever fails, it is the name alone that is not known.
      Object calm = (Object) onErrorResume.invokeExact(named, onError);
      return (Object) then.invokeExact(calm, later(next));
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  /** The same one, whose end is told: that it was kept or broken, or that nobody waits any more. */
  Object ending(Object promise, Consumer<Object> atEnd) {
    try {
      return (Object) doFinally.invokeExact(promise, (Object) atEnd);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  private Object later(Supplier<Object> next) throws Throwable {
    return (Object) defer.invokeExact((Object) next);
  }
}
