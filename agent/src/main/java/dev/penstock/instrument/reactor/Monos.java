package dev.penstock.instrument.reactor;

import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reactor of one application, from 3.4 on, called through method handles. */
final class Monos {
  /*
   * Hooks pass data upstream in the Reactor context. It belongs to one subscription and follows it
   * across threads.
   */
  private static final String CORE = "reactor.core.";

  private final MethodHandle create;
  private final MethodHandle then;
  private final MethodHandle fail;
  private final MethodHandle subscribe;
  private final MethodHandle contextWrite;
  private final MethodHandle success;
  private final MethodHandle error;
  private final MethodHandle onError;
  private final MethodHandle currentContext;
  private final MethodHandle getOrDefault;
  private final MethodHandle put;
  private final Class<?> subscriberType;
  private final Class<?> subscriptionType;

  /**
   * @param user a class that uses Reactor
   */
  Monos(Class<?> user) {
    Class<?> type = Handles.sibling(user, CORE + "publisher.Mono");
    subscriberType = Handles.sibling(type, CORE + "CoreSubscriber");
    subscriptionType = Handles.sibling(type, "org.reactivestreams.Subscription");
    Handles mono = new Handles(type);
    create = mono.bindAny("create", Consumer.class);
    then = mono.bindAny("then", type);
    fail = mono.bindAny("error", Throwable.class);
    subscribe = mono.bindAny("subscribe", subscriberType);
    contextWrite = mono.bindAny("contextWrite", Function.class);
    Handles sink = new Handles(Handles.sibling(type, CORE + "publisher.MonoSink"));
    success = sink.bindAny("success");
    error = sink.bindAny("error", Throwable.class);
    Handles subscriber = new Handles(subscriberType);
    onError = subscriber.bindAny("onError", Throwable.class);
    currentContext = subscriber.bindAny("currentContext");
    Handles context = new Handles(Handles.sibling(type, "reactor.util.context.Context"));
    getOrDefault = context.bindAny("getOrDefault", Object.class, Object.class);
    put = context.bindAny("put", Object.class, Object.class);
  }

  Class<?> subscriberType() {
    return subscriberType;
  }

  Class<?> subscriptionType() {
    return subscriptionType;
  }

  /** Creates a Mono whose sink is passed to the consumer on each subscription. */
  Object create(Consumer<Object> onSubscription) {
    return Handles.get(create, onSubscription);
  }

  /** Returns a Mono that subscribes to the second after the first has succeeded. */
  Object then(Object first, Object next) {
    return Handles.get(then, first, next);
  }

  /** Returns the Mono with a value in the context of its subscriptions. */
  Object saying(Object mono, Word word, Object value) {
    Function<Object, Object> more = context -> with(context, word, value);
    return Handles.get(contextWrite, mono, more);
  }

  private Object with(Object context, Word word, Object value) {
    return Handles.get(put, context, word, value);
  }

  Object context(Object subscriber) {
    return Handles.get(currentContext, subscriber);
  }

  /** Returns a value from the context of a subscription; null if it is absent. */
  @Nullable Object said(Object context, Word word) {
    return Handles.call(getOrDefault, context, word, /* otherwise */ null);
  }

  void subscribe(Object mono, Object subscriber) {
    Handles.call(subscribe, mono, subscriber);
  }

  /** Returns a Mono that fails. */
  Object failed(Throwable why) {
    return Handles.get(fail, why);
  }

  /** Fails a running subscription. */
  void abort(Object subscriber, Throwable why) {
    Handles.call(onError, subscriber, why);
  }

  void succeed(Object sink) {
    Handles.call(success, sink);
  }

  void error(Object sink, Throwable why) {
    Handles.call(error, sink, why);
  }

  /** Context keys of the agent. */
  enum Word {
    /** The Spring request with its header fields. */
    REQUEST,
    /** The call whose turn has come and that is sent now. */
    GOING
  }
}
