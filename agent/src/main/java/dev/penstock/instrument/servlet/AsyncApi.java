package dev.penstock.instrument.servlet;

import dev.penstock.bootstrap.Gate;
import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Proxy;
import java.util.EventListener;
import java.util.function.BooleanSupplier;

/** How the servlet API of one application tells of the end of an asynchronous request. */
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

  /** True if the request goes on after the method that started it; then the end is told. */
  boolean tellsEnd(Object request, BooleanSupplier answering, Runnable atEnd) {
    AsyncEnd end = new AsyncEnd(this, answering, atEnd);
    try {
      if (!(boolean) isAsyncStarted.invokeExact(request)) {
        return false;
      }
      listen((Object) getAsyncContext.invokeExact(request), end);
      return true;
    } catch (Throwable error) {
      // Mostly because it came to its end between the two questions. A call whose end is not told
      // would hold its place for ever, so whatever the reason, this is its end.
      boolean untold = end.callOff();
      if (untold && !(error instanceof IllegalStateException)) {
        Gate.suppressed(error);
      }
      return !untold;
    }
  }

  /** Listens on: starting a request again silences those who have listened before. */
  void listenAgain(Object event, AsyncEnd end) throws Throwable {
    listen((Object) contextOfEvent.invokeExact(event), end);
  }

  private void listen(Object context, AsyncEnd end) throws Throwable {
    // The listener is made where the API is, and reachable from the request alone: it goes with it.
    EventListener listener =
        (EventListener)
            Proxy.newProxyInstance(
                listenerType.getClassLoader(), new Class<?>[] {listenerType}, end);
    addListener.invokeExact(context, listener);
  }
}
