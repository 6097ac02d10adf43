package dev.penstock.instrument.jdkserver;

import com.sun.net.httpserver.HttpExchange;
import dev.penstock.http.InboundExchange;
import dev.penstock.http.Milestone;
import dev.penstock.instrument.server.CurrentCall;
import dev.penstock.instrument.server.FirstPassMark;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Makes inbound exchanges of the JDK's exchanges; loaded with the first request. */
final class JdkServerExchanges {
  private JdkServerExchanges() {}

  /** The exchange of a request that no filter has seen. */
  static InboundExchange first(Object serverExchange, Predicate<Object> isFramework) {
    HttpExchange exchange = (HttpExchange) serverExchange;
    return new JdkServerExchange(
        exchange, isFramework.test(exchange.getHttpContext().getHandler()));
  }

  /** The exchange of a request whose handler is next; null if there is nothing to decide. */
  static @Nullable InboundExchange resumed(Object serverExchange, Milestone milestone) {
    HttpExchange exchange = (HttpExchange) serverExchange;
    FirstPassMark mark = CurrentCall.get();
    if (mark == null && exchange.getResponseBody() instanceof ResponseBodyStream body) {
      // A filter has continued the request on another thread.
      mark = body.mark();
    }
    return mark == null ? null : new ResumedJdkServerExchange(mark, exchange, milestone);
  }

  /** Ends a closed request, also one without a response, whose body the server does not close. */
  static void closed(Object serverExchange) {
    if (((HttpExchange) serverExchange).getResponseBody() instanceof ResponseBodyStream body) {
      body.end().end();
    }
  }
}
