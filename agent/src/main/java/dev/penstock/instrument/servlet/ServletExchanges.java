package dev.penstock.instrument.servlet;

import dev.penstock.http.InboundExchange;
import dev.penstock.http.Milestone;
import dev.penstock.instrument.FirstPassMark;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Servlet requests as calls, wherever on their way they are met. */
public final class ServletExchanges {
  /*
   * A request carries a mark from the first time it is met until it is gone: forward, include, error
   * page and asynchronous dispatch carry it too, and so do the wrappers of filters. The mark says
   * that it was judged, and holds what has to be gone on with when it has come further.
   */
  private final ClassValue<Optional<ServletApi>> apis =
      new ClassValue<>() {
        @Override
        protected Optional<ServletApi> computeValue(Class<?> requestType) {
          return ServletApi.of(requestType);
        }
      };

  /** The API that a request belongs to, or null if it is not HTTP. */
  public @Nullable ServletApi api(Object request) {
    return apis.get(request.getClass()).orElse(null);
  }

  /**
   * A request that may be met for the first time, as far as it has come; null if there is nothing
   * to judge.
   */
  public @Nullable InboundExchange visit(Object request, Object response, Milestone milestone) {
    ServletApi api = api(request);
    if (api == null) {
      return null;
    }
    Object mark = api.marks().get(api, request);
    if (mark != null) {
      return milestone == Milestone.ARRIVED
          ? arrived(api, mark, request, response)
          : later(api, mark, request, response, milestone, /* route= */ null);
    }
    return isFirst(api, request, response)
        ? new ServletExchange(api, request, response, milestone)
        : null;
  }

  /**
   * Marks a request that is at the door of its container.
   *
   * @return true if it was not met before, and can still be judged
   */
  public boolean enters(ServletApi api, Object request, Object response) {
    return api.marks().get(api, request) == null && isFirst(api, request, response);
  }

  private static boolean isFirst(ServletApi api, Object request, Object response) {
    api.marks().set(api, request, true);
    // Should a container lose the mark, what is only a part of a call is known by its dispatcher.
    return api.dispatcherType(request).equals("REQUEST") && !api.isCommitted(response);
  }

  /** A request that was met at the door of its container, and comes to the first filter now. */
  private static @Nullable InboundExchange arrived(
      ServletApi api, Object mark, Object request, Object response) {
    return mark instanceof FirstPassMark look
            && look.visit() instanceof ServletExchange exchange
            && !isErrorPage(api, request)
            && exchange.arriveAs(request, response)
        ? exchange
        : null;
  }

  /** A request that a framework is about to hand to this route. */
  public @Nullable InboundExchange routed(Object request, Object response, @Nullable String route) {
    ServletApi api = api(request);
    return api == null
        ? null
        : later(api, api.marks().get(api, request), request, response, Milestone.ROUTED, route);
  }

  private static @Nullable InboundExchange later(
      ServletApi api,
      @Nullable Object mark,
      Object request,
      Object response,
      Milestone milestone,
      @Nullable String route) {
    if (!(mark instanceof FirstPassMark look) || isErrorPage(api, request)) {
      return null;
    }
    boolean arrives =
        look.visit() instanceof ServletExchange exchange && exchange.arriveAs(request, response);
    return new ResumedServletExchange(api, look, request, response, milestone, route, arrives);
  }

  /** An error page is not what was asked for: a request that failed on the way is not judged. */
  private static boolean isErrorPage(ServletApi api, Object request) {
    return api.dispatcherType(request).equals("ERROR");
  }

  /** True if this is a servlet request that was met, and so is judged as one. */
  public boolean hasMet(Object request) {
    return mark(request) != null;
  }

  /** The mark of a request that was met; null if it was not, or is not HTTP. */
  public @Nullable Object mark(Object request) {
    ServletApi api = api(request);
    return api == null ? null : api.marks().get(api, request);
  }

  /** An attribute of a request; null if it has none, or is not HTTP. */
  public @Nullable Object attribute(Object request, String name) {
    ServletApi api = api(request);
    return api == null ? null : api.attribute(request, name);
  }

  /** What stands before the paths of a framework whose servlet handles this request. */
  public String prefix(Object request) {
    ServletApi api = api(request);
    if (api == null) {
      return "";
    }
    String context = api.contextPath(request);
    // Without path info the servlet is the one for everything, or for this path: no prefix.
    return api.pathInfo(request) == null ? context : context + api.servletPath(request);
  }

  /** Keeps something with a request until it has come further. */
  static void keep(ServletExchange exchange, ServletApi api, Object request, Object kept) {
    api.marks().set(api, request, new FirstPassMark(exchange, kept));
  }
}
