package dev.penstock.instrument.reactor;

import dev.penstock.http.OutboundCall;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.OutboundHook;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Calls of Spring's {@code WebClient} and, over Reactor Netty, of its {@code RestClient}. */
public final class SpringClientHook implements OutboundHook {
  /*
   * Both of them write their header fields when a connection is there, long after it was decided
   * when the call may go. So the WebClient's are remembered for its transport, which is asked as for
   * any call. The RestClient blocks until the answer is there, in Spring 6.1 for five seconds and no
   * longer if not told otherwise; so it has to wait for its turn before, and is judged here.
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
        // The name until Spring 6.2, and the one since.
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
    // Where a path alone goes to, only the transport knows.
    return url.isAbsolute() ? new RestClientCall(api, request, url, arguments[0]) : null;
  }
}
