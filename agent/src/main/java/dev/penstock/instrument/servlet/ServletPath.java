package dev.penstock.instrument.servlet;

import dev.penstock.http.PathReadings;
import dev.penstock.http.RawPath;
import dev.penstock.http.RequestPath;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the path of a servlet request, and other paths that the application may read. */
final class ServletPath {
  /*
   * The container routes by decoded and resolved paths: context path, servlet path and path info.
   * Undertow leaves some dot segments in them, and frameworks such as Spring MVC, Jersey and
   * RESTEasy route by the request URI, which is as the client sent it. Rules match these readings,
   * too.
   */
  private ServletPath() {}

  /** The path as the container routes it. */
  static String routed(ServletApi api, Object request) {
    String decoded;
    try {
      if (api.servletPath(request).isEmpty() && api.pathInfo(request) == null) {
        // No servlet matches, so the container itself responds.
        return RawPath.routed(api.rawPath(request));
      }
      decoded = decoded(api, request);
    } catch (RuntimeException ambiguous) {
      // Jetty 12 does not return the servlet path of a URI that it considers ambiguous.
      return RawPath.routed(api.rawPath(request));
    }
    return RequestPath.routed(decoded);
  }

  /** Other paths that the application may read in the request. */
  static List<String> besides(String routed, ServletApi api, Object request) {
    String raw = api.rawPath(request);
    List<String> readings = raw.isEmpty() ? List.of() : PathReadings.besides(routed, raw);
    if (raw.equals(routed) && readings.isEmpty()) {
      return readings;
    }
    String literal = literal(api, request);
    if (literal == null || literal.equals(routed) || readings.contains(literal)) {
      return readings;
    }
    List<String> all = new ArrayList<>(readings);
    all.add(literal);
    return all;
  }

  private static @Nullable String literal(ServletApi api, Object request) {
    try {
      return RequestPath.literal(decoded(api, request));
    } catch (RuntimeException ambiguous) {
      return null;
    }
  }

  private static String decoded(ServletApi api, Object request) {
    String inContext = api.servletPath(request);
    String info = api.pathInfo(request);
    String context = api.contextPath(request);
    String whole = info == null ? inContext : inContext.isEmpty() ? info : inContext + info;
    return context.isEmpty() ? whole : context + whole;
  }
}
