package dev.penstock.instrument.servlet;

import dev.penstock.http.Milestone;
import dev.penstock.instrument.Handles;

/** Finds the milestone that a request has reached, by the class that is about to handle it. */
final class ServletMilestones extends ClassValue<Milestone> {
  /*
   * A request that reaches a servlet has passed the application's filters. Most servlets handle it
   * themselves; those of frameworks route it to a handler, which another hook catches.
   */
  static final String DESTINATION = "org.apache.cxf.transport.http.AbstractHTTPDestination";

  private static final String[] FRONT_CONTROLLERS = {
    "org.springframework.web.servlet.FrameworkServlet",
    "org.glassfish.jersey.servlet.ServletContainer",
    "org.jboss.resteasy.plugins.server.servlet.HttpServletDispatcher",
    "org.apache.cxf.transport.servlet.AbstractHTTPServlet",
    "org.apache.cxf.transport.http_jetty.JettyHTTPHandler",
    DESTINATION
  };

  @Override
  protected Milestone computeValue(Class<?> type) {
    for (String frontController : FRONT_CONTROLLERS) {
      if (Handles.typeNamed(type, frontController) != null) {
        return Milestone.IDENTIFIED;
      }
    }
    for (String namespace : ServletApi.NAMESPACES) {
      if (Handles.typeNamed(type, namespace + ".Servlet") != null) {
        return Milestone.ROUTED;
      }
    }
    return Milestone.ARRIVED;
  }
}
