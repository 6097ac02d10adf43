package dev.penstock.instrument.jdkserver;

import com.sun.net.httpserver.HttpExchange;
import dev.penstock.http.InboundExchange;
import dev.penstock.http.Milestone;
import dev.penstock.instrument.CurrentCall;
import dev.penstock.instrument.FirstPassMark;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Exchanges as calls; loaded with the first of them. */
final class JdkServerExchanges {
  private JdkServerExchanges() {}

  /** An exchange that has just come in. */
  static InboundExchange first(Object call, Predicate<Object> isFramework) {
    HttpExchange exchange = (HttpExchange) call;
    return new JdkServerExchange(
        exchange, isFramework.test(exchange.getHttpContext().getHandler()));
  }

  /** An exchange whose handler is next; null if there is nothing left to judge. */
  static @Nullable InboundExchange later(Object call, Milestone milestone) {
    HttpExchange exchange = (HttpExchange) call;
    FirstPassMark look = CurrentCall.get();
    if (look == null && exchange.getResponseBody() instanceof ResponseBodyStream body) {
      // A filter has gone on with it on another thread.
      look = body.look();
    }
    return look == null ? null : new ResumedJdkServerExchange(look, exchange, milestone);
  }

  /** Closed is over, also if nothing was answered; then the server closes no body. */
  static void closed(Object call) {
    if (((HttpExchange) call).getResponseBody() instanceof ResponseBodyStream body) {
      body.end().tell();
    }
  }
}
