package dev.penstock.instrument.vertx;

import dev.penstock.http.InboundExchange;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.InboundHook;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Catches the setting of end handlers of responses, and ends that no end handler sees. */
public final class VertxEndHook implements InboundHook {
  /*
   * A response has one end handler, which also runs if the connection closes first. The application
   * and Penstock both need it, so this hook combines their handlers. The end handler does not run
   * for a WebSocket or another upgrade of the connection, and Vert.x 4 rejects a WebSocket without
   * ending the response.
   */
  private static final String RESPONSE = "io.vertx.core.http.impl.Http%sServerResponse";
  private static final String DESCRIPTOR =
      "(Lio/vertx/core/Handler;)Lio/vertx/core/http/HttpServerResponse;";
  private static final String UPGRADE =
      "(Lio/vertx/core/http/HttpMethod;Lio/vertx/core/MultiMap;)Lio/vertx/core/Future;";
  private static final String WEB_SOCKET = "io.vertx.core.http.impl.ServerWebSocketImpl";
  private static final String END_HANDLER_ADVICE = "dev.penstock.instrument.vertx.EndHandlerAdvice";
  private static final String UPGRADE_ADVICE = "dev.penstock.instrument.vertx.UpgradeEndAdvice";
  private static final String REJECTION_ADVICE =
      "dev.penstock.instrument.vertx.HandshakeRejectionAdvice";

  private final VertxExchanges exchanges;

  public VertxEndHook(VertxExchanges exchanges) {
    this.exchanges = exchanges;
  }

  @Override
  public String name() {
    return "vertx-end";
  }

  @Override
  public List<HookTarget> targets() {
    List<HookTarget> targets = new ArrayList<>();
    for (String version : List.of("1x", "2")) {
      targets.add(
          HookTarget.in(RESPONSE.formatted(version), "endHandler", DESCRIPTOR, END_HANDLER_ADVICE));
    }
    String http1 = RESPONSE.formatted("1x");
    targets.add(HookTarget.in(http1, "completeHandshake", "()V", UPGRADE_ADVICE));
    targets.add(HookTarget.in(http1, "netSocket", UPGRADE, UPGRADE_ADVICE));
    targets.add(HookTarget.in(WEB_SOCKET, "handleHandshake", "(I)V", REJECTION_ADVICE));
    return targets;
  }

  @Override
  public @Nullable InboundExchange exchange(
      Object place, Object response, @Nullable Object handler) {
    return null;
  }

  @Override
  public @Nullable Object replacement(Object subject, @Nullable Object other) {
    if (other instanceof Integer status) {
      VertxExchange rejected = exchanges.exchangeOf(/* request= */ subject);
      if (rejected != null) {
        rejected.rejected(status);
      }
      return null;
    }
    VertxExchange exchange = exchanges.exchangeOfResponse(/* response= */ subject);
    if (exchange == null) {
      return null;
    }
    if (other == subject) {
      exchange.upgraded();
      return null;
    }
    return exchange.endHandler(/* applicationHandler= */ other);
  }
}
