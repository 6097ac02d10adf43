package dev.penstock.instrument.apache;

import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/** The asynchronous clients of one application's HttpClient 5, called through method handles. */
final class AsyncApi5 {
  private static final ClassValue<AsyncApi5> BOUND =
      new ClassValue<>() {
        @Override
        protected AsyncApi5 computeValue(Class<?> type) {
          return new AsyncApi5(type);
        }
      };
  private static final String ASYNC = "org.apache.hc.client5.http.async.";

  private final ApacheMessages messages;
  private final Cancellation callingOff;
  private final Class<?> callbackType;
  private final MethodHandle failed;
  private final MethodHandle route;
  private final MethodHandle dependency;
  private final MethodHandle targetHost;
  private final @Nullable Schedule5 schedule;
  private final MethodHandle execute;

  private AsyncApi5(Class<?> client) {
    messages = ApacheMessages.ofVersion5(client);
    callingOff = Cancellation.ofVersion5(client);
    callbackType = Handles.sibling(client, ASYNC + "AsyncExecCallback");
    failed = new Handles(callbackType).bindAny("failed", Exception.class);
    Class<?> scopeType = Handles.sibling(client, ASYNC + "AsyncExecChain$Scope");
    Handles scope = new Handles(scopeType);
    route = scope.bindField("route");
    dependency = scope.bindField("cancellableDependency");
    targetHost =
        new Handles(Handles.sibling(client, "org.apache.hc.client5.http.HttpRoute"))
            .bindAny("getTargetHost");
    execute =
        new Handles(Handles.sibling(client, ASYNC + "AsyncExecChainHandler"))
            .bindAny(
                "execute",
                Handles.sibling(client, "org.apache.hc.core5.http.HttpRequest"),
                Handles.sibling(client, "org.apache.hc.core5.http.nio.AsyncEntityProducer"),
                scopeType,
                Handles.sibling(client, ASYNC + "AsyncExecChain"),
                callbackType);
    schedule = Schedule5.of(client);
  }

  /**
   * @param type the class of a client or of a chain handler
   */
  static AsyncApi5 of(Class<?> type) {
    return BOUND.get(type);
  }

  ApacheMessages messages() {
    return messages;
  }

  Cancellation callingOff() {
    return callingOff;
  }

  Class<?> callbackType() {
    return callbackType;
  }

  Object host(Object scope) {
    return Handles.get(targetHost, Handles.get(route, scope));
  }

  /** Returns the object that represents the whole call with all redirects and retries. */
  Object dependency(Object scope) {
    return Handles.get(dependency, scope);
  }

  /** Starts a call on the client's scheduler thread, as the client does for retries. */
  void start(Object request, @Nullable Object body, Object scope, Object callback) {
    if (schedule == null) {
      throw new IllegalStateException("HttpClient 5.0 found where 5.1 or later is expected");
    }
    schedule.start(request, body, scope, callback);
  }

  /** Calls one handler of the execution chain. */
  @Nullable Object execute(Object element, @Nullable Object[] arguments) throws Exception {
    try {
      return (Object)
          execute.invokeExact(
              element, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4]);
    } catch (Exception | Error thrown) {
      throw thrown;
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  void failed(Object callback, Exception why) {
    Handles.call(failed, callback, why);
  }
}
