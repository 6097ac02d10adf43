package dev.penstock.instrument.reactor;

import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reactor of one application, from 3.4 on, called through handles bound once. */
final class Monos {
  /*
   * What the agent has to say to itself further up the same chain of operators stands in Reactor's
   * context: it belongs to one subscription, and follows it to whatever thread that goes.
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

  /** One that ends when its sink is told, and gets that sink with each subscription. */
  Object create(Consumer<Object> onSubscription) {
    return Handles.get(create, onSubscription);
  }

  /** Another one, subscribed to when the first has ended well. */
  Object then(Object first, Object next) {
    return Handles.get(then, first, next);
  }

  /** The same one, whose subscriptions say this to all that it is made of. */
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

  /** What was said to a subscription from further down; null if nothing was. */
  @Nullable Object said(Object context, Word word) {
    return Handles.call(getOrDefault, context, word, /* otherwise */ null);
  }

  void subscribe(Object mono, Object subscriber) {
    Handles.call(subscribe, mono, subscriber);
  }

  /** One that fails. */
  Object failed(Throwable why) {
    return Handles.get(fail, why);
  }

  /** Lets a subscription fail that has begun. */
  void abort(Object subscriber, Throwable why) {
    Handles.call(onError, subscriber, why);
  }

  void succeed(Object sink) {
    Handles.call(success, sink);
  }

  void error(Object sink, Throwable why) {
    Handles.call(error, sink, why);
  }

  /** What the agent says to itself. */
  enum Word {
    /** The request as Spring knows it, with its header fields. */
    REQUEST,
    /** The call that has had its turn and goes now. */
    GOING
  }
}
