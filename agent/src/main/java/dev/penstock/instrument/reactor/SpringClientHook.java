package dev.penstock.instrument.reactor;

import dev.penstock.http.OutboundCall;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.OutboundHook;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hook for Spring's {@code WebClient}, and for {@code RestClient} over Reactor Netty. */
public final class SpringClientHook implements OutboundHook {
  /*
   * Both write their header fields once there is a connection, long after the decision about the
   * call. So the request of the WebClient is stored for its transport, where the call is decided.
   * The RestClient blocks until the response arrives, in Spring 6.1 for five seconds by default. So
   * its calls must wait before that and are decided here.
   */
  private static final String HTTP = "org.springframework.http.";
  private static final String EXCHANGE = "exchange";

  private static final ClassValue<Monos> MONOS =
      new ClassValue<>() {
        @Override
        protected Monos computeValue(Class<?> type) {
          return new Monos(type);
        }
      };

  @Override
  public String name() {
    return "spring-client";
  }

  @Override
  public List<HookTarget> targets() {
    String execute =
        "(Lorg/springframework/http/HttpHeaders;"
            + "Lorg/springframework/http/StreamingHttpOutputMessage$Body;)"
            + "Lorg/springframework/http/client/ClientHttpResponse;";
    return List.of(
        HookTarget.in(
            "org.springframework.web.reactive.function.client"
                + ".ExchangeFunctions$DefaultExchangeFunction",
            EXCHANGE,
            "(Lorg/springframework/web/reactive/function/client/ClientRequest;)"
                + "Lreactor/core/publisher/Mono;",
            ADVICE),
        // The name before Spring 6.2, and the name since.
        HookTarget.in(
            HTTP + "client.ReactorNettyClientRequest", "executeInternal", execute, ADVICE),
        HookTarget.in(
            HTTP + "client.ReactorClientHttpRequest", "executeInternal", execute, ADVICE));
  }

  @Override
  public @Nullable OutboundCall outboundCall(String method, Object place, Object[] arguments) {
    if (arguments[0] == null) {
      return null;
    }
    Object request = method.equals(EXCHANGE) ? arguments[0] : place;
    SpringApi api = SpringApi.of(request.getClass());
    URI url = api.url(request);
    if (url == null) {
      return null;
    }
    if (request != place) {
      return new WebClientRequest(api, MONOS.get(place.getClass()), request, url);
    }
    // Only the transport knows the host of a path without a URL.
    return url.isAbsolute() ? new RestClientCall(api, request, url, arguments[0]) : null;
  }
}
