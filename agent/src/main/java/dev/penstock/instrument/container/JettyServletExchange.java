package dev.penstock.instrument.container;

import dev.penstock.http.Milestone;
import dev.penstock.http.RejectionResponse;
import dev.penstock.instrument.servlet.ServletApi;
import dev.penstock.instrument.servlet.ServletExchange;

/** A request of Jetty up to 11, which tries its next handler unless the request is handled. */
final class JettyServletExchange extends ServletExchange {
  private final Runnable setHandled;

  JettyServletExchange(ServletApi api, Object request, Object response, Runnable setHandled) {
    super(api, request, response, Milestone.ENTERED);
    this.setHandled = setHandled;
  }

  @Override
  public void reject(RejectionResponse rejection) {
    super.reject(rejection);
    setHandled.run();
  }
}
