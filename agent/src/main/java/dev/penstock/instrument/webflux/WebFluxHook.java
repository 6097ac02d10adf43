package dev.penstock.instrument.webflux;

import static dev.penstock.instrument.MethodValue.NONE;
import static dev.penstock.instrument.MethodValue.THIS;
import static dev.penstock.instrument.MethodValue.argument;

import dev.penstock.http.InboundExchange;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.InboundHook;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Catches requests of WebFlux before the application's filters. */
public final class WebFluxHook implements InboundHook {
  /*
   * Every request passes this outermost handler. It converts errors to responses, so its Mono
   * completes when the response is complete, and the status then is the one that was sent.
   */
  private static final String HANDLER =
      "org.springframework.web.server.handler.ExceptionHandlingWebHandler";

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
    return List.of(
        HookTarget.in(HANDLER, "handle", WebFluxExchanges.HANDLE, WebFluxExchanges.WEB_FLUX_ADVICE)
            .passing(name(), THIS, argument(0), NONE));
  }

  @Override
  public @Nullable InboundExchange exchange(
      Object place, Object serverExchange, @Nullable Object none) {
    return exchanges.arrived(place, serverExchange);
  }
}
