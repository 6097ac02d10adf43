package dev.penstock.instrument.apache;

import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/**
 * The asynchronous clients of one application's HttpClient 5, called through handles bound once.
 */
final class AsyncApi5 {
  private static final String ASYNC = "org.apache.hc.client5.http.async.";

  private final Messages messages;
  private final CallingOff callingOff;
  private final Class<?> callbackType;
  private final MethodHandle failed;
  private final MethodHandle route;
  private final MethodHandle dependency;
  private final MethodHandle scheduler;
  private final MethodHandle targetHost;
  private final MethodHandle schedule;

  AsyncApi5(Class<?> client) {
    messages = Messages.ofVersion5(client);
    callingOff = CallingOff.ofVersion5(client);
    callbackType = Handles.sibling(client, ASYNC + "AsyncExecCallback");
    failed = new Handles(callbackType).bindAny("failed", Exception.class);
    Class<?> scopeType = Handles.sibling(client, ASYNC + "AsyncExecChain$Scope");
    Handles scope = new Handles(scopeType);
    route = scope.bindField("route");
    dependency = scope.bindField("cancellableDependency");
    scheduler = scope.bindField("scheduler");
    targetHost =
        new Handles(Handles.sibling(client, "org.apache.hc.client5.http.HttpRoute"))
            .bindAny("getTargetHost");
    schedule =
        new Handles(Handles.sibling(client, ASYNC + "AsyncExecChain$Scheduler"))
            .bindAny(
                "scheduleExecution",
                Handles.sibling(client, "org.apache.hc.core5.http.HttpRequest"),
                Handles.sibling(client, "org.apache.hc.core5.http.nio.AsyncEntityProducer"),
                scopeType,
                callbackType,
                Handles.sibling(client, "org.apache.hc.core5.util.TimeValue"));
  }

  Messages messages() {
    return messages;
  }

  CallingOff callingOff() {
    return callingOff;
  }

  Class<?> callbackType() {
    return callbackType;
  }

  Object host(Object scope) {
    return required(targetHost, required(route, scope));
  }

  /** What stands for the whole call, with all its redirects and retries. */
  Object dependency(Object scope) {
    return required(dependency, scope);
  }

  /** Starts a call on the client's own thread for that, as it does when it tries one again. */
  void start(Object request, @Nullable Object body, Object scope, Object callback) {
    try {
      Object now = null;
      Object ignored =
          (Object)
              schedule.invokeExact(required(scheduler, scope), request, body, scope, callback, now);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  void failed(Object callback, Exception why) {
    try {
      Object ignored = (Object) failed.invokeExact(callback, (Object) why);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  private static Object required(MethodHandle getter, Object target) {
    Object value = Messages.call(getter, target);
    if (value == null) {
      throw new IllegalStateException("nothing where the client always has something");
    }
    return value;
  }
}
