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
    try {
      return (Object) create.invokeExact((Object) onSubscription);
    } catch (Throwable thrown) {
      throw Handles.unchecked(thrown);
    }
  }

  /** Another one, subscribed to when the first has ended well. */
  Object then(Object first, Object next) {
    try {
      return (Object) then.invokeExact(first, next);
    } catch (Throwable thrown) {
      throw Handles.unchecked(thrown);
    }
  }

  /** The same one, whose subscriptions say this to all that it is made of. */
  Object saying(Object mono, Word word, Object value) {
    Function<Object, Object> more = context -> with(context, word, value);
    try {
      return (Object) contextWrite.invokeExact(mono, (Object) more);
    } catch (Throwable thrown) {
      throw Handles.unchecked(thrown);
    }
  }

  private Object with(Object context, Word word, Object value) {
    try {
      return (Object) put.invokeExact(context, (Object) word, value);
    } catch (Throwable thrown) {
      throw Handles.unchecked(thrown);
    }
  }

  Object context(Object subscriber) {
    try {
      return (Object) currentContext.invokeExact(subscriber);
    } catch (Throwable thrown) {
      throw Handles.unchecked(thrown);
    }
  }

  /** What was said to a subscription from further down; null if nothing was. */
  @Nullable Object said(Object context, Word word) {
    try {
      return (Object) getOrDefault.invokeExact(context, (Object) word, (Object) null);
    } catch (Throwable thrown) {
      throw Handles.unchecked(thrown);
    }
  }

  void subscribe(Object mono, Object subscriber) {
    try {
      Object unused = (Object) subscribe.invokeExact(mono, subscriber);
    } catch (Throwable thrown) {
      throw Handles.unchecked(thrown);
    }
  }

  /** One that fails. */
  Object failed(Throwable why) {
    try {
      return (Object) fail.invokeExact((Object) why);
    } catch (Throwable thrown) {
      throw Handles.unchecked(thrown);
    }
  }

  /** Lets a subscription fail that has begun. */
  void abort(Object subscriber, Throwable why) {
    try {
      Object unused = (Object) onError.invokeExact(subscriber, (Object) why);
    } catch (Throwable thrown) {
      throw Handles.unchecked(thrown);
    }
  }

  void succeed(Object sink) {
    try {
      Object unused = (Object) success.invokeExact(sink);
    } catch (Throwable thrown) {
      throw Handles.unchecked(thrown);
    }
  }

  void error(Object sink, Throwable why) {
    try {
      Object unused = (Object) error.invokeExact(sink, (Object) why);
    } catch (Throwable thrown) {
      throw Handles.unchecked(thrown);
    }
  }

  /** What the agent says to itself. */
  enum Word {
    /** The request as Spring knows it, with its header fields. */
    REQUEST,
    /** The call that has had its turn and goes now. */
    GOING
  }
}
