package dev.penstock.instrument.jdkserver;

import com.sun.net.httpserver.HttpExchange;
import dev.penstock.http.Milestone;
import dev.penstock.instrument.server.FirstPassMark;
import dev.penstock.instrument.server.ResumedExchange;
import org.jspecify.annotations.Nullable;

/** A request of the JDK's server whose handler is next. */
final class ResumedJdkServerExchange extends ResumedExchange {
  /* Reads and writes the exchange that the application's filters have passed on. */
  private final HttpExchange exchange;

  ResumedJdkServerExchange(FirstPassMark mark, HttpExchange exchange, Milestone milestone) {
    super(mark, milestone, routeOf(exchange, milestone), new JdkServerResponse(exchange));
    this.exchange = exchange;
  }

  /** The context path; null for the root context, which says less than a rule's pattern. */
  private static @Nullable String routeOf(HttpExchange exchange, Milestone milestone) {
    String context = exchange.getHttpContext().getPath();
    return milestone != Milestone.ROUTED || context.equals("/") ? null : context;
  }

  @Override
  public @Nullable String user() {
    return JdkServerExchange.userOf(exchange);
  }
}
