package dev.penstock.instrument.container;

import dev.penstock.http.Milestone;
import dev.penstock.http.RejectionResponse;
import dev.penstock.instrument.server.EndOfCall;
import dev.penstock.instrument.servlet.ServletApi;
import dev.penstock.instrument.servlet.ServletExchange;

/** A request of Jetty 12: read as a servlet request, and responded to as handlers do. */
final class JettyCoreExchange extends ServletExchange {
  /*
   * The servlet request has not started when rules apply here, and when the instrumented method
   * returns, another thread may have completed it. So Jetty's own completion listener reports the
   * end.
   */
  private final JettyCoreRequest jetty;
  private final EndOfCall end = new EndOfCall();

  JettyCoreExchange(
      ServletApi api, Object servletRequest, Object servletResponse, JettyCoreRequest jetty) {
    super(api, servletRequest, servletResponse, Milestone.ENTERED);
    this.jetty = jetty;
  }

  /**
   * Inside the context Jetty waits for the servlet's response and completes the callback itself.
   */
  @Override
  public void reject(RejectionResponse rejection) {
    if (milestone() == Milestone.ENTERED) {
      jetty.reject(rejection, jetty.callback());
    } else {
      super.reject(rejection);
    }
  }

  @Override
  public int status() {
    return jetty.status();
  }

  @Override
  public void expectEnd() {
    jetty.onEnd(failure -> end.end());
  }

  @Override
  public boolean endsLater(Runnable callback) {
    return end.onEnd(callback);
  }
}
