package dev.penstock.instrument.servlet;

import dev.penstock.http.Milestone;
import dev.penstock.instrument.Handles;

/** Tells by the object that is about to handle a request how far the request has come. */
final class ServletPlace extends ClassValue<Milestone> {
  /*
   * When a request reaches a servlet, it has passed the application's filters. Most servlets are
   * where it ends; those of frameworks hand it on by routes of their own, and say so later.
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
