package dev.penstock.instrument.micronaut;

import static dev.penstock.instrument.MethodValue.NONE;
import static dev.penstock.instrument.MethodValue.THIS;
import static dev.penstock.instrument.MethodValue.argument;

import dev.penstock.http.InboundExchange;
import dev.penstock.instrument.Handles;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.InboundHook;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Catches requests of Micronaut before its filters, and the ends of its responses. */
public final class MicronautHook implements InboundHook {
  /*
   * Requests of HTTP/1.1 and HTTP/2 reach the same method. In front of it, requests for a WebSocket
   * are accepted by another handler; all others pass both, and are recognized at the second one.
   */
  private static final String SERVER = "io.micronaut.http.server.netty.";
  private static final String HANDLER = SERVER + "RoutingInBoundHandler";
  private static final String WEB_SOCKETS = SERVER + "websocket.NettyServerWebSocketUpgradeHandler";
  private static final String ACCEPT =
      "(Lio/netty/channel/ChannelHandlerContext;Lio/netty/handler/codec/http/HttpRequest;"
          + "Lio/micronaut/http/body/CloseableByteBody;"
          + "Lio/micronaut/http/server/netty/handler/OutboundAccess;)V";
  private static final String ACCEPT_ADVICE = "dev.penstock.instrument.micronaut.AcceptAdvice";

  /** True if the version of Micronaut that has this class accepts requests as expected here. */
  public static boolean fits(Class<?> type) {
    if (!Handles.isPresent(type, HANDLER)) {
      return false;
    }
    for (Method method : Handles.sibling(type, HANDLER).getMethods()) {
      String descriptor =
          MethodType.methodType(method.getReturnType(), method.getParameterTypes())
              .toMethodDescriptorString();
      if (method.getName().equals("accept") && descriptor.equals(ACCEPT)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public String name() {
    return "micronaut";
  }

  @Override
  public List<HookTarget> targets() {
    return List.of(
        HookTarget.in(HANDLER, "accept", ACCEPT, ACCEPT_ADVICE),
        HookTarget.in(WEB_SOCKETS, "accept", ACCEPT, ACCEPT_ADVICE),
        HookTarget.in(HANDLER, "responseWritten", "(Ljava/lang/Object;)V", HANDLER_ADVICE)
            .passing(name(), THIS, argument(0), NONE));
  }

  @Override
  public @Nullable InboundExchange exchange(
      Object handler, Object argumentsOrRequest, @Nullable Object none) {
    return argumentsOrRequest instanceof Object[] arguments
        ? MicronautExchanges.arrived(handler, arguments)
        : null;
  }

  @Override
  public @Nullable Object replacement(Object argumentsOrRequest, @Nullable Object none) {
    if (!(argumentsOrRequest instanceof Object[])) {
      MicronautExchanges.responseWritten(argumentsOrRequest);
    }
    return null;
  }
}
