package dev.penstock.instrument.servlet;

import dev.penstock.http.InboundExchange;
import dev.penstock.http.Milestone;
import dev.penstock.instrument.server.FirstPassMark;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes an exchange of a servlet request at each place where hooks see the request. */
public final class ServletExchanges {
  /*
   * The first hook that sees a request marks it. Forwards, includes, error pages, asynchronous
   * dispatches and the wrappers of filters keep the mark. It is a FirstPassMark if later hooks have
   * rules to decide, and true if there are none.
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
   * Returns the exchange of a request at a filter or servlet; null if there is nothing to decide.
   */
  public @Nullable InboundExchange exchange(Object request, Object response, Milestone milestone) {
    ServletApi api = api(request);
    if (api == null) {
      return null;
    }
    Object mark = api.marks().get(api, request);
    if (mark != null) {
      return milestone == Milestone.ARRIVED
          ? arrived(api, mark, request, response)
          : resumed(api, mark, request, response, milestone, /* route= */ null);
    }
    return isFirst(api, request, response)
        ? new ServletExchange(api, request, response, milestone)
        : null;
  }

  /**
   * Marks a request that its container has received.
   *
   * @return true if no hook has seen it before and it can still be rejected
   */
  public boolean markEntered(ServletApi api, Object request, Object response) {
    return api.marks().get(api, request) == null && isFirst(api, request, response);
  }

  private static boolean isFirst(ServletApi api, Object request, Object response) {
    api.marks().set(api, request, true);
    // If a container loses the mark, the dispatcher type still identifies forwards and the like.
    return api.dispatcherType(request).equals("REQUEST") && !api.isCommitted(response);
  }

  /**
   * The exchange of a request that its container has received and that reaches the first filter.
   */
  private static @Nullable InboundExchange arrived(
      ServletApi api, Object mark, Object request, Object response) {
    return mark instanceof FirstPassMark first
            && first.exchange() instanceof ServletExchange exchange
            && !isErrorPage(api, request)
            && exchange.arriveAs(request, response)
        ? exchange
        : null;
  }

  /** The exchange of a request that a framework is about to pass to this route. */
  public @Nullable InboundExchange routed(Object request, Object response, @Nullable String route) {
    ServletApi api = api(request);
    return api == null
        ? null
        : resumed(api, api.marks().get(api, request), request, response, Milestone.ROUTED, route);
  }

  private static @Nullable InboundExchange resumed(
      ServletApi api,
      @Nullable Object mark,
      Object request,
      Object response,
      Milestone milestone,
      @Nullable String route) {
    if (!(mark instanceof FirstPassMark first) || isErrorPage(api, request)) {
      return null;
    }
    boolean arrives =
        first.exchange() instanceof ServletExchange exchange
            && exchange.arriveAs(request, response);
    return new ResumedServletExchange(api, first, request, response, milestone, route, arrives);
  }

  /** Rules do not apply to the error page of a request that has failed. */
  private static boolean isErrorPage(ServletApi api, Object request) {
    return api.dispatcherType(request).equals("ERROR");
  }

  /** True if this is a servlet request that a hook has seen. */
  public boolean isMarked(Object request) {
    return mark(request) != null;
  }

  /** The mark of a request; null if no hook has seen it, or if it is not HTTP. */
  public @Nullable Object mark(Object request) {
    ServletApi api = api(request);
    return api == null ? null : api.marks().get(api, request);
  }

  /** An attribute of a request; null if it has none, or is not HTTP. */
  public @Nullable Object attribute(Object request, String name) {
    ServletApi api = api(request);
    return api == null ? null : api.attribute(request, name);
  }

  /** The path prefix of the framework whose servlet handles this request. */
  public String prefix(Object request) {
    ServletApi api = api(request);
    if (api == null) {
      return "";
    }
    String context = api.contextPath(request);
    // Without path info the servlet is mapped to all paths or to this path, so it has no prefix.
    return api.pathInfo(request) == null ? context : context + api.servletPath(request);
  }

  /** Marks a request for which later hooks have rules to decide. */
  static void mark(ServletExchange exchange, ServletApi api, Object request, Object attachment) {
    api.marks().set(api, request, new FirstPassMark(exchange, attachment));
  }
}
