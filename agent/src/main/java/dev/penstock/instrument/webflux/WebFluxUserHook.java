package dev.penstock.instrument.webflux;

import dev.penstock.http.InboundExchange;
import dev.penstock.http.Milestone;
import dev.penstock.instrument.Hook;
import dev.penstock.instrument.HookTarget;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** WebFlux, when a request has passed the filters and no handler is looked for yet. */
public final class WebFluxUserHook implements Hook {
  /*
   * Who is calling is a promise here, and what keeps it stands in the context of whoever waits for
   * the answer. So the first time the method does not run: its answer is to wait for the caller's
   * name and to come again.
   */
  private static final String ADVICE = "dev.penstock.instrument.webflux.DispatcherAdvice";

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
        HookTarget.in(WebFluxExchanges.DISPATCHER, "handle", WebFluxExchanges.HANDLE, ADVICE));
  }

  @Override
  public boolean isForUsers() {
    return true;
  }

  @Override
  public @Nullable InboundExchange exchange(Object place, Object exchange, @Nullable Object none) {
    WebFluxExchange visit = exchanges.open(exchange);
    if (visit != null) {
      visit.comeTo(Milestone.IDENTIFIED, exchange, () -> exchanges.handle(place, exchange));
    }
    return visit;
  }
}
