package dev.penstock.instrument.vertx;

import dev.penstock.http.InboundExchange;
import dev.penstock.instrument.Hook;
import dev.penstock.instrument.HookTarget;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Responses of Vert.x, when they are told who wants to hear of their end. */
public final class VertxEndHook implements Hook {
  /*
   * A response remembers one handler for its end, which also hears of it if the connection has ended
   * first. Whoever sets another must not silence us, nor may we silence the application. It does not
   * hear of a WebSocket, nor of another upgrade of the connection, and Vert.x 4 rejects a WebSocket
   * without the response.
   */
  private static final String RESPONSE = "io.vertx.core.http.impl.Http%sServerResponse";
  private static final String DESCRIPTOR =
      "(Lio/vertx/core/Handler;)Lio/vertx/core/http/HttpServerResponse;";
  private static final String UPGRADE =
      "(Lio/vertx/core/http/HttpMethod;Lio/vertx/core/MultiMap;)Lio/vertx/core/Future;";
  private static final String WEB_SOCKET = "io.vertx.core.http.impl.ServerWebSocketImpl";
  private static final String ADVICE = "dev.penstock.instrument.vertx.EndAdvice";
  private static final String HANDSHAKE_ADVICE = "dev.penstock.instrument.vertx.HandshakeAdvice";
  private static final String REJECTION_ADVICE = "dev.penstock.instrument.vertx.RejectionAdvice";

  private final VertxExchanges requests;

  public VertxEndHook(VertxExchanges requests) {
    this.requests = requests;
  }

  @Override
  public String name() {
    return "vertx-end";
  }

  @Override
  public List<HookTarget> targets() {
    List<HookTarget> targets = new ArrayList<>();
    for (String version : List.of("1x", "2")) {
      targets.add(HookTarget.in(RESPONSE.formatted(version), "endHandler", DESCRIPTOR, ADVICE));
    }
    String http1 = RESPONSE.formatted("1x");
    targets.add(HookTarget.in(http1, "completeHandshake", "()V", HANDSHAKE_ADVICE));
    targets.add(HookTarget.in(http1, "netSocket", UPGRADE, HANDSHAKE_ADVICE));
    targets.add(HookTarget.in(WEB_SOCKET, "handleHandshake", "(I)V", REJECTION_ADVICE));
    return targets;
  }

  @Override
  public @Nullable InboundExchange exchange(
      Object place, Object response, @Nullable Object handler) {
    return null;
  }

  @Override
  public @Nullable Object replacement(Object call, @Nullable Object other) {
    if (other instanceof Integer status) {
      VertxExchange rejected = requests.visitOf(/* request= */ call);
      if (rejected != null) {
        rejected.rejected(status);
      }
      return null;
    }
    VertxExchange exchange = requests.visitOfResponse(/* response= */ call);
    if (exchange == null) {
      return null;
    }
    if (other == call) {
      exchange.upgraded();
      return null;
    }
    return exchange.hearingToo(/* other= */ other);
  }
}
