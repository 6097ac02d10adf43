package dev.penstock.instrument.webflux;

import static dev.penstock.instrument.MethodValue.NONE;
import static dev.penstock.instrument.MethodValue.THIS;
import static dev.penstock.instrument.MethodValue.argument;

import dev.penstock.http.InboundExchange;
import dev.penstock.http.Milestone;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.InboundHook;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Catches requests of WebFlux after the filters and before the lookup of the handler. */
public final class WebFluxUserHook implements InboundHook {
  /*
   * The user is a Mono, which needs the context of the subscriber to the response. So the method
   * does not run the first time: its result is a Mono that waits for the user and then runs the
   * method again.
   */
  private final WebFluxExchanges exchanges;

  public WebFluxUserHook(WebFluxExchanges exchanges) {
    this.exchanges = exchanges;
  }

  @Override
  public String name() {
    return "webflux-user";
  }

  @Override
  public List<HookTarget> targets() {
    return List.of(
        HookTarget.in(
                WebFluxExchanges.DISPATCHER,
                "handle",
                WebFluxExchanges.HANDLE,
                WebFluxExchanges.WEB_FLUX_ADVICE)
            .passing(name(), THIS, argument(0), NONE));
  }

  @Override
  public boolean isForUsers() {
    return true;
  }

  @Override
  public @Nullable InboundExchange exchange(
      Object place, Object serverExchange, @Nullable Object none) {
    WebFluxExchange exchange = exchanges.undecided(serverExchange);
    if (exchange != null) {
      exchange.reach(
          Milestone.IDENTIFIED, serverExchange, () -> exchanges.handle(place, serverExchange));
    }
    return exchange;
  }
}
