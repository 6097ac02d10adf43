package dev.penstock.instrument.servlet;

import dev.penstock.bootstrap.Gate;
import dev.penstock.instrument.Handles;
import dev.penstock.instrument.server.ListenerProxy;
import java.lang.invoke.MethodHandle;
import java.util.EventListener;
import java.util.List;

/** Watches the connection of a request that was upgraded (status 101), such as a WebSocket. */
public final class UpgradedConnection {
  /** The attribute with Tomcat's handler, set by {@link WebSocketHook}. */
  static final String HANDLER = "dev.penstock.upgrade-handler";

  /** The attribute in which Jetty 12 stores the new connection. */
  public static final String JETTY_12_ATTRIBUTE =
      "org.eclipse.jetty.server.HttpStream.upgradeConnection";

  /** The attributes in which Jetty 9, 10 and 11, and 12 store the new connection. */
  private static final List<String> JETTY_ATTRIBUTES =
      List.of(
          "org.eclipse.jetty.server.HttpConnection.UPGRADE",
          "org.eclipse.jetty.server.HttpTransport.UPGRADE",
          JETTY_12_ATTRIBUTE);

  private static final String JETTY_CONNECTION = "org.eclipse.jetty.io.Connection";
  private static final String UNDERTOW_REQUEST = "io.undertow.servlet.spec.HttpServletRequestImpl";
  private static final String UNDERTOW_CONNECTION = "io.undertow.server.ServerConnection";

  private UpgradedConnection() {}

  /** Runs a callback when the connection closes; returns false if the server does not report it. */
  static boolean onClose(ServletApi api, Object request, Runnable callback) {
    try {
      Object handler = api.attribute(request, HANDLER);
      if (handler != null) {
        OpenUpgrades.onClose(handler, callback);
        return true;
      }
      for (String attribute : JETTY_ATTRIBUTES) {
        Object connection = api.attribute(request, attribute);
        if (connection != null) {
          return onJettyClose(connection, callback);
        }
      }
      return onCloseInUndertow(request, callback);
    } catch (RuntimeException | Error error) {
      Gate.suppressed(error);
      return false;
    }
  }

  /** Runs a callback when this connection closes; returns false if it is none of Jetty. */
  public static boolean onJettyClose(Object connection, Runnable callback) {
    Class<?> type = Handles.typeNamed(connection.getClass(), JETTY_CONNECTION);
    if (type == null) {
      return false;
    }
    Class<?> listenerType = Handles.sibling(type, JETTY_CONNECTION + "$Listener");
    Handles connections = new Handles(type);
    MethodHandle add = connections.bindIfPresent("addEventListener", EventListener.class);
    add = add == null ? connections.bindAny("addListener", listenerType) : add;
    Handles.call(add, connection, ListenerProxy.of(listenerType, "onClosed", callback));
    Class<?> endPointType = Handles.sibling(type, "org.eclipse.jetty.io.EndPoint");
    Object endPoint = Handles.get(connections.bindAny("getEndPoint"), connection);
    runIfClosed(endPointType, endPoint, callback);
    return true;
  }

  private static boolean onCloseInUndertow(Object request, Runnable callback) {
    Class<?> type = Handles.typeNamed(request.getClass(), UNDERTOW_REQUEST);
    if (type == null) {
      return false;
    }
    Object exchange = Handles.get(new Handles(type).bindAny("getExchange"), request);
    MethodHandle getConnection = new Handles(exchange.getClass()).bindAny("getConnection");
    return onUndertowClose(Handles.get(getConnection, exchange), callback);
  }

  /** Runs a callback when this connection closes; returns false if it is none of Undertow. */
  public static boolean onUndertowClose(Object connection, Runnable callback) {
    Class<?> connections = Handles.typeNamed(connection.getClass(), UNDERTOW_CONNECTION);
    if (connections == null) {
      return false;
    }
    Class<?> listenerType = Handles.sibling(connections, UNDERTOW_CONNECTION + "$CloseListener");
    MethodHandle add = new Handles(connections).bindAny("addCloseListener", listenerType);
    Handles.call(add, connection, ListenerProxy.of(listenerType, "closed", callback));
    runIfClosed(connections, connection, callback);
    return true;
  }

  /** A connection that was closed before the listener was added does not call it. */
  private static void runIfClosed(Class<?> type, Object connection, Runnable callback) {
    if (Boolean.FALSE.equals(Handles.call(new Handles(type).bindAny("isOpen"), connection))) {
      callback.run();
    }
  }
}
