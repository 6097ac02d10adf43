package dev.penstock.instrument.jdkserver;

import com.sun.net.httpserver.HttpExchange;
import dev.penstock.call.Milestone;
import dev.penstock.instrument.CurrentCall;
import dev.penstock.instrument.FirstLook;
import dev.penstock.instrument.Visit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Exchanges as calls; loaded with the first of them. */
final class Exchanges {
  private Exchanges() {}

  /** An exchange that has just come in. */
  static Visit first(Object call, Predicate<Object> isFramework) {
    HttpExchange exchange = (HttpExchange) call;
    return new ExchangeVisit(exchange, isFramework.test(exchange.getHttpContext().getHandler()));
  }

  /** An exchange whose handler is next; null if there is nothing left to judge. */
  static @Nullable Visit later(Object call, Milestone milestone) {
    HttpExchange exchange = (HttpExchange) call;
    FirstLook look = CurrentCall.get();
    if (look == null && exchange.getResponseBody() instanceof AnswerBody body) {
      // A filter has gone on with it on another thread.
      look = body.look();
    }
    return look == null ? null : new LaterExchangeVisit(look, exchange, milestone);
  }

  /** Closed is over, also if nothing was answered; then the server closes no body. */
  static void closed(Object call) {
    if (((HttpExchange) call).getResponseBody() instanceof AnswerBody body) {
      body.end().tell();
    }
  }
}
