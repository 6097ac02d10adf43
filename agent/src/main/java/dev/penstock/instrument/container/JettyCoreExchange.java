package dev.penstock.instrument.container;

import dev.penstock.http.Milestone;
import dev.penstock.http.RejectionResponse;
import dev.penstock.instrument.EndOfCall;
import dev.penstock.instrument.servlet.ServletApi;
import dev.penstock.instrument.servlet.ServletExchange;

/** A request of Jetty 12: read as servlets read it, answered as handlers do. */
final class JettyCoreExchange extends ServletExchange {
  /*
   * Jetty has not begun to handle the servlet request when it is judged here. When the woven method
   * returns, another thread may have completed an asynchronous one already. So Jetty itself has to
   * tell of the end.
   */
  private final JettyCoreRequest exchange;
  private final EndOfCall end = new EndOfCall();

  JettyCoreExchange(
      ServletApi api, Object servletRequest, Object servletResponse, JettyCoreRequest exchange) {
    super(api, servletRequest, servletResponse, Milestone.ENTERED);
    this.exchange = exchange;
  }

  /** Behind the door Jetty waits for the answer of a servlet, and calls back by itself. */
  @Override
  public void reject(RejectionResponse refusal) {
    if (milestone() == Milestone.ENTERED) {
      exchange.refuse(refusal);
    } else {
      super.reject(refusal);
    }
  }

  @Override
  public int status() {
    return exchange.status();
  }

  @Override
  public void expectEnd() {
    exchange.tellEnd(failure -> end.tell());
  }

  @Override
  public boolean endsLater(Runnable atEnd) {
    return end.tellsLater(atEnd);
  }
}
