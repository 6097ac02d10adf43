package dev.penstock.instrument.webflux;

import dev.penstock.instrument.servlet.ServletExchanges;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Exchanges of WebFlux as calls, wherever on their way they are met. */
public final class WebFluxExchanges {
  /*
   * An exchange carries its visit from the first time it is met. All wrappers of an exchange have
   * one map of attributes, so it is found again however far the call has come.
   */
  static final String DISPATCHER = "org.springframework.web.reactive.DispatcherHandler";
  static final String HANDLE =
      "(Lorg/springframework/web/server/ServerWebExchange;)Lreactor/core/publisher/Mono;";
  private static final String MARK = "dev.penstock.decided";

  private final ClassValue<WebFluxExchangeApi> apis =
      new ClassValue<>() {
        @Override
        protected WebFluxExchangeApi computeValue(Class<?> exchangeType) {
          return new WebFluxExchangeApi(exchangeType);
        }
      };
  private final ServletExchanges servletCalls;

  public WebFluxExchanges(ServletExchanges servletCalls) {
    this.servletCalls = servletCalls;
  }

  /**
   * An exchange that is met for the first time, or again because it was not decided then; null if
   * it is neither, or nothing is to judge.
   */
  @Nullable WebFluxExchange arrived(Object handler, Object exchange) {
    WebFluxExchangeApi api = apis.get(exchange.getClass());
    Map<String, Object> attributes = api.attributes(exchange);
    Object mark = attributes.get(MARK);
    if (mark != null) {
      return mark instanceof WebFluxExchange met && met.comesForDecision() && !met.isCommitted()
          ? met
          : null;
    }
    WebFluxExchange visit = new WebFluxExchange(api, exchange, () -> api.handle(handler, exchange));
    attributes.put(MARK, visit);
    // On a servlet container it has passed the servlet that WebFlux is there, and was judged.
    Object origin = api.origin(exchange);
    boolean judged = origin != null && servletCalls.hasMet(origin);
    return judged || visit.isCommitted() ? null : visit;
  }

  /** Lets a handler of WebFlux handle an exchange. */
  Object handle(Object handler, Object exchange) {
    return apis.get(exchange.getClass()).handle(handler, exchange);
  }

  /** An exchange that some rules are still to judge; null if there is none, or it is too late. */
  @Nullable WebFluxExchange open(Object exchange) {
    Map<String, Object> attributes = apis.get(exchange.getClass()).attributes(exchange);
    return attributes.get(MARK) instanceof WebFluxExchange visit
            && visit.attachment() != null
            && !visit.isCommitted()
        ? visit
        : null;
  }
}
