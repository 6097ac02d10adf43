package dev.penstock.instrument.jdkserver;

import static dev.penstock.instrument.MethodValue.argument;
import static dev.penstock.instrument.MethodValue.field;

import dev.penstock.http.InboundExchange;
import dev.penstock.http.Milestone;
import dev.penstock.instrument.Handles;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.InboundHook;
import java.util.List;
import java.util.ListIterator;
import org.jspecify.annotations.Nullable;

/** Catches requests of the JDK's server, before the application's filters and at its handler. */
public final class JdkServerHook implements InboundHook {
  /*
   * A request passes two chains. The first has the application's filters and ends in a handler of
   * the server, which starts the second. That one has the authenticator and ends in the
   * application's handler. Each request has new chains, and each step calls the same method. The
   * first step of the first chain runs before the application's code; the last step of the second
   * runs the handler. The steps identify a request without a mark. The exchange could hold no mark:
   * all requests of a context share its attributes.
   *
   * This class names no type of the server, because a JVM may lack the module.
   */
  private static final String CHAIN = "com.sun.net.httpserver.Filter$Chain";
  private static final String STEP = "(Lcom/sun/net/httpserver/HttpExchange;)V";
  private static final String CLOSE_ADVICE = "dev.penstock.instrument.jdkserver.CloseAdvice";
  private static final String LINK = "sun.net.httpserver.ServerImpl$Exchange$LinkHandler";

  /** Handlers that route requests themselves, and decode paths their own way. */
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
        HookTarget.in(CHAIN, "doFilter", STEP, ADVICE)
            .passing(name(), field("handler"), argument(0), field("iter")),
        HookTarget.in("sun.net.httpserver.HttpExchangeImpl", "close", "()V", CLOSE_ADVICE),
        HookTarget.in("sun.net.httpserver.HttpsExchangeImpl", "close", "()V", CLOSE_ADVICE));
  }

  /**
   * Returns the exchange at the first and the last step; null at other steps.
   *
   * @param filters the iterator over the filters of the chain; null if the exchange is being closed
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
    return JdkServerExchanges.resumed(
        exchange, isFramework(handler) ? Milestone.IDENTIFIED : Milestone.ROUTED);
  }

  private boolean isFramework(Object handler) {
    return frameworks.get(handler.getClass());
  }
}
