package dev.penstock.instrument.servlet;

import static dev.penstock.instrument.MethodValue.NONE;
import static dev.penstock.instrument.MethodValue.THIS;
import static dev.penstock.instrument.MethodValue.argument;

import dev.penstock.http.InboundExchange;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.InboundHook;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Watches WebSocket sessions of Tomcat, from the upgrade of a request to the end of its connection.
 */
public final class WebSocketHook implements InboundHook {
  /*
   * Jetty and Undertow have listeners for the end of a connection. Tomcat has none, so its own
   * methods are instrumented. They have had these names since Tomcat 9.0.
   */
  static final String HANDLER = "org.apache.tomcat.websocket.server.WsHttpUpgradeHandler";

  private static final String REQUEST = "org.apache.catalina.connector.Request";
  private static final String SOCKET = "org.apache.tomcat.util.net.SocketWrapperBase";
  private static final String SET_SOCKET = "(Lorg/apache/tomcat/util/net/SocketWrapperBase;)V";
  private static final String UPGRADE_ADVICE = "dev.penstock.instrument.servlet.UpgradeAdvice";
  private static final String EVENT_ADVICE = "dev.penstock.instrument.servlet.UpgradeEventAdvice";

  private final ServletExchanges exchanges;

  public WebSocketHook(ServletExchanges exchanges) {
    this.exchanges = exchanges;
  }

  @Override
  public String name() {
    return "websocket";
  }

  @Override
  public List<HookTarget> targets() {
    List<HookTarget> targets = new ArrayList<>();
    targets.add(
        HookTarget.in(HANDLER, "destroy", "()V", EVENT_ADVICE).passing(name(), THIS, THIS, NONE));
    targets.add(
        HookTarget.in(SOCKET, "close", "()V", EVENT_ADVICE).passing(name(), THIS, THIS, NONE));
    targets.add(
        HookTarget.in(HANDLER, "setSocketWrapper", SET_SOCKET, EVENT_ADVICE)
            .passing(name(), THIS, THIS, argument(0)));
    for (String namespace : ServletApi.NAMESPACES) {
      String handler = namespace.replace('.', '/') + "/http/HttpUpgradeHandler";
      targets.add(
          HookTarget.in(
              REQUEST, "upgrade", "(Ljava/lang/Class;)L" + handler + ";", UPGRADE_ADVICE));
    }
    return targets;
  }

  @Override
  public @Nullable InboundExchange exchange(
      Object place, Object request, @Nullable Object handler) {
    return null;
  }

  /** Runs also while rules are off, because a session that began before that still has its slot. */
  @Override
  public @Nullable Object replacement(Object subject, @Nullable Object other) {
    if (other == null) {
      OpenUpgrades.closed(/* handlerOrSocket= */ subject);
    } else if (isHandler(subject)) {
      OpenUpgrades.connected(/* handler= */ subject, /* socket= */ other);
    } else if (isHandler(other)) {
      ServletApi api = exchanges.api(/* request= */ subject);
      if (api != null) {
        api.setAttribute(subject, UpgradedConnection.HANDLER, other);
      }
    }
    return null;
  }

  private static boolean isHandler(Object object) {
    return object.getClass().getName().equals(HANDLER);
  }
}
