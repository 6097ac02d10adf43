package dev.penstock.instrument.container;

import dev.penstock.call.Milestone;
import dev.penstock.call.Refusal;
import dev.penstock.instrument.servlet.ServletApi;
import dev.penstock.instrument.servlet.ServletVisit;

/** A request of a Jetty up to 11, which tries its next handler unless told otherwise. */
final class JettyVisit extends ServletVisit {
  private final Runnable setHandled;

  JettyVisit(ServletApi api, Object request, Object response, Runnable setHandled) {
    super(api, request, response, Milestone.ENTERED);
    this.setHandled = setHandled;
  }

  @Override
  public void refuse(Refusal refusal) {
    super.refuse(refusal);
    setHandled.run();
  }
}
