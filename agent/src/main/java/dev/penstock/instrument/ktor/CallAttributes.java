package dev.penstock.instrument.ktor;

import dev.penstock.instrument.Handles;
import dev.penstock.instrument.InterfaceProxy;
import dev.penstock.instrument.server.FirstPassMark;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/** Reads and sets attributes of calls of Ktor, through handles bound once. */
final class CallAttributes {
  private static final String CLOSE_HANDLERS = "io.ktor.server.http.HttpRequestLifecycleKt";

  private final Class<?> callbackType;
  private final Object unit;
  private final Object exchangeKey;
  private final @Nullable Object closeHandlerKey;
  private final MethodHandle attributes;
  private final MethodHandle get;
  private final MethodHandle put;

  CallAttributes(Class<?> root) {
    callbackType = Handles.sibling(root, "kotlin.jvm.functions.Function0");
    unit = new Handles(Handles.sibling(root, "kotlin.Unit")).staticField("INSTANCE");
    Class<?> keyType = Handles.sibling(root, "io.ktor.util.AttributeKey");
    MethodHandle newKey = new Handles(keyType).bindConstructor(String.class);
    exchangeKey = Handles.get(newKey, FirstPassMark.ATTRIBUTE);
    closeHandlerKey = closeHandlerKey(root);
    attributes =
        new Handles(Handles.sibling(root, "io.ktor.server.application.ApplicationCall"))
            .bindAny("getAttributes");
    Handles map = new Handles(Handles.sibling(root, "io.ktor.util.Attributes"));
    get = map.bindAny("getOrNull", keyType);
    put = map.bindAny("put", keyType, Object.class);
  }

  /** The key of the callback for closed connections, which older versions do not have. */
  private static @Nullable Object closeHandlerKey(Class<?> root) {
    if (!Handles.isPresent(root, CLOSE_HANDLERS)) {
      return null;
    }
    MethodHandle key =
        new Handles(Handles.sibling(root, CLOSE_HANDLERS)).bindAny("getHttpRequestCloseHandlerKey");
    try {
      return (Object) key.invokeExact();
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  /** The exchange that was attached to a call, routed or not. */
  @Nullable KtorExchange exchangeOf(Object call) {
    return Handles.call(get, Handles.get(attributes, call), exchangeKey)
            instanceof KtorExchange exchange
        ? exchange
        : null;
  }

  void attach(Object call, KtorExchange exchange) {
    Object unused = Handles.call(put, Handles.get(attributes, call), exchangeKey, exchange);
  }

  /** Runs a callback when the connection of a call closes, if this version reports that. */
  void onClose(Object call, Runnable callback) {
    Object key = closeHandlerKey;
    if (key == null) {
      return;
    }
    Object all = Handles.get(attributes, call);
    Object handler =
        InterfaceProxy.of(
            callbackType,
            Handles.call(get, all, key),
            (method, arguments, original) -> {
              callback.run();
              original.call();
              return unit;
            });
    Object unused = Handles.call(put, all, key, handler);
  }
}
