package dev.penstock.instrument.jdkserver;

import com.sun.net.httpserver.HttpExchange;
import dev.penstock.call.Milestone;
import dev.penstock.call.Refusal;
import dev.penstock.instrument.FirstLook;
import dev.penstock.instrument.LaterVisit;
import org.jspecify.annotations.Nullable;

/** A call of the JDK's server whose handler is next. */
final class LaterExchangeVisit extends LaterVisit {
  /* Asked and answered is the exchange as the application's filters have handed it on. */
  private final HttpExchange exchange;
  private final ExchangeAnswer answer;

  LaterExchangeVisit(FirstLook look, HttpExchange exchange, Milestone milestone) {
    super(look, milestone, routeOf(exchange, milestone));
    this.exchange = exchange;
    answer = new ExchangeAnswer(exchange);
  }

  /** The context, unless it is the one for everything: a rule's pattern says more than that. */
  private static @Nullable String routeOf(HttpExchange exchange, Milestone milestone) {
    String context = exchange.getHttpContext().getPath();
    return milestone != Milestone.ROUTED || context.equals("/") ? null : context;
  }

  @Override
  public @Nullable String user() {
    return ExchangeVisit.userOf(exchange);
  }

  @Override
  public void field(String name, String value) {
    answer.field(name, value);
  }

  @Override
  public void changeField(String name, String value) {
    answer.changeField(name, value);
  }

  @Override
  public void refuse(Refusal refusal) {
    answer.refuse(refusal);
  }
}
