package dev.penstock.instrument.jdkserver;

import com.sun.net.httpserver.HttpExchange;
import dev.penstock.http.Milestone;
import dev.penstock.http.RejectionResponse;
import dev.penstock.instrument.FirstPassMark;
import dev.penstock.instrument.ResumedExchange;
import org.jspecify.annotations.Nullable;

/** A call of the JDK's server whose handler is next. */
final class ResumedJdkServerExchange extends ResumedExchange {
  /* Asked and answered is the exchange as the application's filters have handed it on. */
  private final HttpExchange exchange;
  private final JdkServerResponse answer;

  ResumedJdkServerExchange(FirstPassMark look, HttpExchange exchange, Milestone milestone) {
    super(look, milestone, routeOf(exchange, milestone));
    this.exchange = exchange;
    answer = new JdkServerResponse(exchange);
  }

  /** The context, unless it is the one for everything: a rule's pattern says more than that. */
  private static @Nullable String routeOf(HttpExchange exchange, Milestone milestone) {
    String context = exchange.getHttpContext().getPath();
    return milestone != Milestone.ROUTED || context.equals("/") ? null : context;
  }

  @Override
  public @Nullable String user() {
    return JdkServerExchange.userOf(exchange);
  }

  @Override
  public void addHeader(String name, String value) {
    answer.addHeader(name, value);
  }

  @Override
  public void replaceHeader(String name, String value) {
    answer.replaceHeader(name, value);
  }

  @Override
  public void reject(RejectionResponse refusal) {
    answer.reject(refusal);
  }
}
