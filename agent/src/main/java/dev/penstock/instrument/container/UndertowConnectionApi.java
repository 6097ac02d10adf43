package dev.penstock.instrument.container;

import dev.penstock.instrument.Handles;
import dev.penstock.instrument.servlet.UpgradedConnection;
import java.lang.invoke.MethodHandle;
import java.net.SocketAddress;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Watches connections of Undertow and uses their event loops, through handles bound once. */
final class UndertowConnectionApi {
  private final MethodHandle getConnection;
  private final MethodHandle isOpen;
  private final MethodHandle getPeerAddress;
  private final MethodHandle getLocalAddress;
  private final MethodHandle getIoThread;
  private final MethodHandle executeAfter;
  private final MethodHandle executeRootHandler;
  private final MethodHandle endExchange;

  /**
   * @param exchangeType the class of Undertow's exchanges
   */
  UndertowConnectionApi(Class<?> exchangeType) {
    Handles exchange = new Handles(exchangeType);
    Handles connection =
        new Handles(Handles.sibling(exchangeType, "io.undertow.server.ServerConnection"));
    getConnection = exchange.bindAny("getConnection");
    isOpen = connection.bind("isOpen", boolean.class);
    getPeerAddress = connection.bindAny("getPeerAddress");
    getLocalAddress = connection.bindAny("getLocalAddress");
    getIoThread = exchange.bindAny("getIoThread");
    executeAfter =
        new Handles(Handles.sibling(exchangeType, "org.xnio.XnioExecutor"))
            .bindAny("executeAfter", Runnable.class, long.class, TimeUnit.class);
    Class<?> handlerType = Handles.sibling(exchangeType, "io.undertow.server.HttpHandler");
    executeRootHandler =
        new Handles(Handles.sibling(exchangeType, "io.undertow.server.Connectors"))
            .bindAny("executeRootHandler", handlerType, exchangeType);
    endExchange = exchange.bindAny("endExchange");
  }

  /** The two ends of a connection, which no other open connection has. */
  record Addresses(@Nullable SocketAddress peer, @Nullable SocketAddress local) {}

  /** The ends of the connection of an exchange; an upgrade to HTTP/2 does not change them. */
  Addresses addresses(Object exchange) {
    Object connection = Handles.get(getConnection, exchange);
    return new Addresses(
        (SocketAddress) Handles.call(getPeerAddress, connection),
        (SocketAddress) Handles.call(getLocalAddress, connection));
  }

  /** Runs a callback when the connection closes; returns false if Undertow does not report it. */
  boolean onClose(Object exchange, Runnable callback) {
    return UpgradedConnection.onUndertowClose(Handles.get(getConnection, exchange), callback);
  }

  /** Runs a task on the event loop of an exchange. */
  void run(Object exchange, Runnable task) {
    ((Executor) Handles.get(getIoThread, exchange)).execute(task);
  }

  /** Runs a task on the event loop of an exchange after a delay. */
  void runAfter(long millis, Object exchange, Runnable task) {
    Object thread = Handles.get(getIoThread, exchange);
    try {
      Object unused =
          (Object)
              executeAfter.invokeExact(
                  thread, (Object) task, (Object) millis, (Object) TimeUnit.MILLISECONDS);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  /** Calls a handler again as Undertow does, unless the client has disconnected. */
  void handle(Object handler, Object exchange) {
    if (Handles.isTrue(isOpen, Handles.get(getConnection, exchange))) {
      Object unused = Handles.call(executeRootHandler, handler, exchange);
    } else {
      Object unused = Handles.call(endExchange, exchange);
    }
  }
}
