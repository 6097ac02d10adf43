package dev.penstock.instrument.webflux;

import dev.penstock.instrument.Hook;
import dev.penstock.instrument.Target;
import dev.penstock.instrument.Visit;
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

  private final Exchanges exchanges;

  public WebFluxHook(Exchanges exchanges) {
    this.exchanges = exchanges;
  }

  @Override
  public String name() {
    return "webflux";
  }

  @Override
  public List<Target> targets() {
    return List.of(Target.in(HANDLER, "handle", Exchanges.HANDLE, ADVICE));
  }

  @Override
  public @Nullable Visit visit(Object place, Object exchange, @Nullable Object none) {
    return exchanges.arrived(place, exchange);
  }
}
