package dev.penstock.instrument.webflux;

import dev.penstock.http.InboundExchange;
import dev.penstock.instrument.Hook;
import dev.penstock.instrument.HookTarget;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** WebFlux, when a request has come in and no filter of the application has seen it. */
public final class WebFluxHook implements Hook {
  /*
   * The outermost of the handlers that every request passes. It turns errors into answers, so its
   * promise is kept when the answer is complete, and the status then is the one that was sent.
   */
  private static final String HANDLER =
      "org.springframework.web.server.handler.ExceptionHandlingWebHandler";
  private static final String ADVICE = "dev.penstock.instrument.webflux.ArrivalAdvice";

  private final WebFluxExchanges exchanges;

  public WebFluxHook(WebFluxExchanges exchanges) {
    this.exchanges = exchanges;
  }

  @Override
  public String name() {
    return "webflux";
  }

  @Override
  public List<HookTarget> targets() {
    return List.of(HookTarget.in(HANDLER, "handle", WebFluxExchanges.HANDLE, ADVICE));
  }

  @Override
  public @Nullable InboundExchange exchange(Object place, Object exchange, @Nullable Object none) {
    return exchanges.arrived(place, exchange);
  }
}
