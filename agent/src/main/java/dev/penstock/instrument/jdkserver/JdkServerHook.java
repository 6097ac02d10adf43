package dev.penstock.instrument.jdkserver;

import dev.penstock.http.InboundExchange;
import dev.penstock.http.Milestone;
import dev.penstock.instrument.Handles;
import dev.penstock.instrument.Hook;
import dev.penstock.instrument.HookTarget;
import java.util.List;
import java.util.ListIterator;
import org.jspecify.annotations.Nullable;

/** The server of the JDK: the application's filters, its authenticator, and then its handler. */
public final class JdkServerHook implements Hook {
  /*
   * A call goes through two chains. The first has the application's filters and ends in a handler
   * of the server's own, which leads into the second; that has the authenticator and ends in the
   * application's handler. Both are made anew for each call, and the same method is called for each
   * step. The first step of the first chain comes before all of the application's code, the last
   * step of the second is the handler's turn. That needs no mark on the exchange, and there could be
   * none: its attributes are those of all calls of the same context.
   *
   * No type of the server is named here: a JVM may be without it.
   */
  private static final String CHAIN = "com.sun.net.httpserver.Filter$Chain";
  private static final String STEP = "(Lcom/sun/net/httpserver/HttpExchange;)V";
  private static final String ADVICE = "dev.penstock.instrument.jdkserver.JdkServerAdvice";
  private static final String CLOSE_ADVICE = "dev.penstock.instrument.jdkserver.CloseAdvice";
  private static final String LINK = "sun.net.httpserver.ServerImpl$Exchange$LinkHandler";

  /** Handlers that hand a call on by routes of their own, and decode paths their own way. */
  private static final String[] FRAMEWORKS = {
    "org.glassfish.jersey.jdkhttp.JdkHttpHandlerContainer",
    "org.jboss.resteasy.plugins.server.sun.http.ResteasyHttpHandler"
  };

  private final ClassValue<Boolean> frameworks =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> handler) {
          for (String framework : FRAMEWORKS) {
            if (Handles.typeNamed(handler, framework) != null) {
              return true;
            }
          }
          return false;
        }
      };

  @Override
  public String name() {
    return "jdk-server";
  }

  @Override
  public List<HookTarget> targets() {
    return List.of(
        HookTarget.in(CHAIN, "doFilter", STEP, ADVICE),
        HookTarget.in("sun.net.httpserver.HttpExchangeImpl", "close", "()V", CLOSE_ADVICE),
        HookTarget.in("sun.net.httpserver.HttpsExchangeImpl", "close", "()V", CLOSE_ADVICE));
  }

  /**
   * As the answer comes what the chain has of filters: those before and those still to come. An
   * exchange that is closed comes without.
   */
  @Override
  public @Nullable InboundExchange exchange(
      Object handler, Object exchange, @Nullable Object filters) {
    if (!(filters instanceof ListIterator<?> steps)) {
      JdkServerExchanges.closed(exchange);
      return null;
    }
    if (handler.getClass().getName().equals(LINK)) {
      return steps.hasPrevious() ? null : JdkServerExchanges.first(exchange, this::isFramework);
    }
    if (steps.hasNext()) {
      return null;
    }
    return JdkServerExchanges.later(
        exchange, isFramework(handler) ? Milestone.IDENTIFIED : Milestone.ROUTED);
  }

  private boolean isFramework(Object handler) {
    return frameworks.get(handler.getClass());
  }
}
