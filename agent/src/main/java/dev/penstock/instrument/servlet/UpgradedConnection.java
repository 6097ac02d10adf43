package dev.penstock.instrument.servlet;

import dev.penstock.bootstrap.Gate;
import dev.penstock.instrument.CloseListener;
import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import java.util.EventListener;
import java.util.List;

/** The connection of a request that was upgraded (status 101), such as a WebSocket session. */
final class UpgradedConnection {
  /** The attribute with Tomcat's handler, set by {@link WebSocketHook}. */
  static final String HANDLER = "dev.penstock.upgrade-handler";

  /** The attributes in which Jetty 9, 10 and 11, and 12 leave the new connection. */
  private static final List<String> JETTY =
      List.of(
          "org.eclipse.jetty.server.HttpConnection.UPGRADE",
          "org.eclipse.jetty.server.HttpTransport.UPGRADE",
          "org.eclipse.jetty.server.HttpStream.upgradeConnection");

  private static final String JETTY_CONNECTION = "org.eclipse.jetty.io.Connection";
  private static final String UNDERTOW_REQUEST = "io.undertow.servlet.spec.HttpServletRequestImpl";
  private static final String UNDERTOW_CONNECTION = "io.undertow.server.ServerConnection";

  private UpgradedConnection() {}

  /** True if this runs when the connection is closed; false if the server does not report that. */
  static boolean tellsClose(ServletApi api, Object request, Runnable atClose) {
    try {
      Object handler = api.attribute(request, HANDLER);
      if (handler != null) {
        OpenSessions.tellClose(handler, atClose);
        return true;
      }
      for (String attribute : JETTY) {
        Object connection = api.attribute(request, attribute);
        if (connection != null) {
          return tellsJettyClose(connection, atClose);
        }
      }
      return tellsUndertowClose(request, atClose);
    } catch (RuntimeException | Error error) {
      Gate.suppressed(error);
      return false;
    }
  }

  private static boolean tellsJettyClose(Object connection, Runnable atClose) {
    Class<?> type = Handles.typeNamed(connection.getClass(), JETTY_CONNECTION);
    if (type == null) {
      return false;
    }
    Class<?> listenerType = Handles.sibling(type, JETTY_CONNECTION + "$Listener");
    Handles connections = new Handles(type);
    MethodHandle add = connections.bindIfThere("addEventListener", EventListener.class);
    add = add == null ? connections.bindAny("addListener", listenerType) : add;
    Handles.call(add, connection, CloseListener.of(listenerType, "onClosed", atClose));
    Class<?> endPointType = Handles.sibling(type, "org.eclipse.jetty.io.EndPoint");
    Object endPoint = Handles.get(connections.bindAny("getEndPoint"), connection);
    runIfClosed(endPointType, endPoint, atClose);
    return true;
  }

  private static boolean tellsUndertowClose(Object request, Runnable atClose) {
    Class<?> type = Handles.typeNamed(request.getClass(), UNDERTOW_REQUEST);
    if (type == null) {
      return false;
    }
    Object exchange = Handles.get(new Handles(type).bindAny("getExchange"), request);
    Object connection =
        Handles.get(new Handles(exchange.getClass()).bindAny("getConnection"), exchange);
    Class<?> connections = Handles.typeNamed(connection.getClass(), UNDERTOW_CONNECTION);
    if (connections == null) {
      return false;
    }
    Class<?> listenerType = Handles.sibling(connections, UNDERTOW_CONNECTION + "$CloseListener");
    MethodHandle add = new Handles(connections).bindAny("addCloseListener", listenerType);
    Handles.call(add, connection, CloseListener.of(listenerType, "closed", atClose));
    runIfClosed(connections, connection, atClose);
    return true;
  }

  /** A connection that was closed before the listener was added does not call it. */
  private static void runIfClosed(Class<?> type, Object connection, Runnable atClose) {
    if (Boolean.FALSE.equals(Handles.call(new Handles(type).bindAny("isOpen"), connection))) {
      atClose.run();
    }
  }
}
