package dev.penstock.instrument.webflux;

import dev.penstock.instrument.container.ContainerHook;
import dev.penstock.instrument.servlet.ServletExchanges;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds or makes the inbound exchange of an exchange of WebFlux at each hook. */
public final class WebFluxExchanges {
  /*
   * An attribute of Spring's exchange holds ours. All wrappers of an exchange share one map of
   * attributes, so later hooks find it, too.
   */
  static final String DISPATCHER = "org.springframework.web.reactive.DispatcherHandler";
  static final String HANDLE =
      "(Lorg/springframework/web/server/ServerWebExchange;)Lreactor/core/publisher/Mono;";
  static final String WEB_FLUX_ADVICE = "dev.penstock.instrument.webflux.WebFluxAdvice";

  private static final String ATTRIBUTE = "dev.penstock.decided";

  private final ClassValue<WebFluxExchangeApi> apis =
      new ClassValue<>() {
        @Override
        protected WebFluxExchangeApi computeValue(Class<?> exchangeType) {
          return new WebFluxExchangeApi(exchangeType);
        }
      };
  private final ServletExchanges servletExchanges;
  private final ContainerHook containers;

  public WebFluxExchanges(ServletExchanges servletExchanges, ContainerHook containers) {
    this.servletExchanges = servletExchanges;
    this.containers = containers;
  }

  /**
   * Returns the exchange of a new request, or of one that resumes on arrival; null for others, and
   * if there is nothing to decide.
   */
  @Nullable WebFluxExchange arrived(Object handler, Object serverExchange) {
    WebFluxExchangeApi api = apis.get(serverExchange.getClass());
    Map<String, Object> attributes = api.attributes(serverExchange);
    Object mark = attributes.get(ATTRIBUTE);
    if (mark != null) {
      return mark instanceof WebFluxExchange known && known.resumesArrival() && !known.isCommitted()
          ? known
          : null;
    }
    WebFluxExchange exchange =
        new WebFluxExchange(api, serverExchange, () -> api.handle(handler, serverExchange));
    attributes.put(ATTRIBUTE, exchange);
    return isDecidedByServer(api.nativeRequest(serverExchange)) || exchange.isCommitted()
        ? null
        : exchange;
  }

  /** True if a hook of the server has caught the request, and rules have applied there. */
  private boolean isDecidedByServer(@Nullable Object nativeRequest) {
    return nativeRequest != null
        && (servletExchanges.isMarked(nativeRequest) || containers.hasDecided(nativeRequest));
  }

  /** Calls a handler of WebFlux. */
  Object handle(Object handler, Object serverExchange) {
    return apis.get(serverExchange.getClass()).handle(handler, serverExchange);
  }

  /** The exchange of a request with rules left to decide; null if there is none. */
  @Nullable WebFluxExchange undecided(Object serverExchange) {
    Map<String, Object> attributes = apis.get(serverExchange.getClass()).attributes(serverExchange);
    return attributes.get(ATTRIBUTE) instanceof WebFluxExchange exchange
            && exchange.attachment() != null
            && !exchange.isCommitted()
        ? exchange
        : null;
  }
}
