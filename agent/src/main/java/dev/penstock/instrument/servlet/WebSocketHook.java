package dev.penstock.instrument.servlet;

import dev.penstock.http.InboundExchange;
import dev.penstock.instrument.Hook;
import dev.penstock.instrument.HookTarget;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** WebSocket sessions of Tomcat, from the upgrade of their request to the end of the connection. */
public final class WebSocketHook implements Hook {
  /*
   * Jetty and Undertow have listeners for the end of a connection. Tomcat has none, so its own
   * methods are woven. They have had these names since Tomcat 9.0.
   */
  static final String HANDLER = "org.apache.tomcat.websocket.server.WsHttpUpgradeHandler";

  private static final String REQUEST = "org.apache.catalina.connector.Request";
  private static final String SOCKET = "org.apache.tomcat.util.net.SocketWrapperBase";
  private static final String SET_SOCKET = "(Lorg/apache/tomcat/util/net/SocketWrapperBase;)V";
  private static final String ADVICE = "dev.penstock.instrument.servlet.UpgradeAdvice";
  private static final String END_ADVICE = "dev.penstock.instrument.servlet.UpgradeEndAdvice";
  private static final String SOCKET_ADVICE = "dev.penstock.instrument.servlet.UpgradeSocketAdvice";

  private final ServletExchanges calls;

  public WebSocketHook(ServletExchanges calls) {
    this.calls = calls;
  }

  @Override
  public String name() {
    return "websocket";
  }

  @Override
  public List<HookTarget> targets() {
    List<HookTarget> targets = new ArrayList<>();
    targets.add(HookTarget.in(HANDLER, "destroy", "()V", END_ADVICE));
    targets.add(HookTarget.in(SOCKET, "close", "()V", END_ADVICE));
    targets.add(HookTarget.in(HANDLER, "setSocketWrapper", SET_SOCKET, SOCKET_ADVICE));
    for (String namespace : ServletApi.NAMESPACES) {
      String handler = namespace.replace('.', '/') + "/http/HttpUpgradeHandler";
      targets.add(
          HookTarget.in(REQUEST, "upgrade", "(Ljava/lang/Class;)L" + handler + ";", ADVICE));
    }
    return targets;
  }

  @Override
  public @Nullable InboundExchange exchange(Object place, Object call, @Nullable Object handler) {
    return null;
  }

  /** Runs also while rules are off: a session that began before then still has its slot. */
  @Override
  public @Nullable Object replacement(Object call, @Nullable Object other) {
    if (other == null) {
      OpenSessions.closed(call);
    } else if (isHandler(call)) {
      OpenSessions.connected(call, /* socket= */ other);
    } else if (isHandler(other)) {
      ServletApi api = calls.api(call);
      if (api != null) {
        api.setAttribute(call, UpgradedConnection.HANDLER, other);
      }
    }
    return null;
  }

  private static boolean isHandler(Object object) {
    return object.getClass().getName().equals(HANDLER);
  }
}
