package dev.penstock.instrument.servlet;

import dev.penstock.bootstrap.Gate;
import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Proxy;
import java.util.EventListener;
import java.util.function.BooleanSupplier;

/** Reports the end of asynchronous requests of one servlet API, through handles bound once. */
final class AsyncApi {
  private final Class<?> listenerType;
  private final MethodHandle isAsyncStarted;
  private final MethodHandle getAsyncContext;
  private final MethodHandle contextOfEvent;
  private final MethodHandle addListener;

  AsyncApi(Class<?> request, String namespace) {
    listenerType = Handles.sibling(request, namespace + ".AsyncListener");
    Class<?> event = Handles.sibling(request, namespace + ".AsyncEvent");
    Class<?> context = Handles.sibling(request, namespace + ".AsyncContext");
    isAsyncStarted = new Handles(request).bind("isAsyncStarted", boolean.class);
    getAsyncContext = new Handles(request).bind("getAsyncContext", Object.class);
    contextOfEvent = new Handles(event).bind("getAsyncContext", Object.class);
    MethodHandle add = new Handles(context).bind("addListener", void.class, listenerType);
    addListener = add.asType(add.type().changeParameterType(1, EventListener.class));
  }

  /**
   * Runs a callback when a request that has become asynchronous ends.
   *
   * @param committed true once the response can no longer change its status
   * @return false if the request has ended or is not asynchronous; then the callback never runs
   */
  boolean onEnd(Object request, BooleanSupplier committed, Runnable callback) {
    AsyncEndListener end = new AsyncEndListener(this, committed, callback);
    try {
      if (!Handles.isTrue(isAsyncStarted, request)) {
        return false;
      }
      listen((Object) getAsyncContext.invokeExact(request), end);
      return true;
    } catch (Throwable error) {
      // Usually the request has ended between the two calls. A request whose end is not reported
      // would never free its slot, so any error here counts as the end.
      boolean unreported = end.cancel();
      if (unreported && !(error instanceof IllegalStateException)) {
        Gate.suppressed(error);
      }
      return !unreported;
    }
  }

  /** Adds the listener again: starting a request again removes its listeners. */
  void listenAgain(Object event, AsyncEndListener end) throws Throwable {
    listen((Object) contextOfEvent.invokeExact(event), end);
  }

  private void listen(Object context, AsyncEndListener end) throws Throwable {
    // Defined by the API's own loader, so that the listener is unloaded with the application.
    EventListener listener =
        (EventListener)
            Proxy.newProxyInstance(
                listenerType.getClassLoader(), new Class<?>[] {listenerType}, end);
    addListener.invokeExact(context, listener);
  }
}
