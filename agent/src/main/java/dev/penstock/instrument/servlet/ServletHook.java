package dev.penstock.instrument.servlet;

import static dev.penstock.instrument.MethodValue.THIS;
import static dev.penstock.instrument.MethodValue.argument;

import dev.penstock.http.InboundExchange;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.InboundHook;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Catches requests at the filters and servlets of every container, javax and jakarta. */
public final class ServletHook implements InboundHook {
  /*
   * A request passes many filters and then a servlet, and each of them is instrumented. Rules apply
   * at the first one, which marks the request. They apply again at the servlet if some of them need
   * what the application's filters set.
   *
   * CXF on its own server creates such requests without a servlet.
   */
  private static final String REPLAYED_DISPATCH = "dev.penstock.handed-on";
  private static final String SERVLET_ADVICE = "dev.penstock.instrument.servlet.ServletAdvice";

  private final ServletMilestones milestones = new ServletMilestones();
  private final ServletExchanges exchanges;

  public ServletHook(ServletExchanges exchanges) {
    this.exchanges = exchanges;
  }

  @Override
  public String name() {
    return "servlet";
  }

  @Override
  public List<HookTarget> targets() {
    List<HookTarget> targets = new ArrayList<>();
    for (String namespace : ServletApi.NAMESPACES) {
      String types = "L" + namespace.replace('.', '/') + "/";
      String exchange = "(" + types + "ServletRequest;" + types + "ServletResponse;";
      String filter = exchange + types + "FilterChain;)V";
      targets.add(
          HookTarget.inAll(namespace + ".Filter", "doFilter", filter, SERVLET_ADVICE)
              .passing(name(), THIS, argument(0), argument(1)));
      targets.add(
          HookTarget.inAll(namespace + ".Servlet", "service", exchange + ")V", SERVLET_ADVICE)
              .passing(name(), THIS, argument(0), argument(1)));
      String config = "(" + types + "ServletConfig;" + types + "ServletContext;";
      String http = types + "http/HttpServletRequest;" + types + "http/HttpServletResponse;)V";
      targets.add(
          HookTarget.in(ServletMilestones.DESTINATION, "invoke", config + http, SERVLET_ADVICE)
              .passing(name(), THIS, argument(2), argument(3)));
    }
    return targets;
  }

  @Override
  public @Nullable InboundExchange exchange(
      Object place, Object request, @Nullable Object response) {
    return response == null
        ? null
        : exchanges.exchange(request, response, milestones.get(place.getClass()));
  }

  /**
   * Passes a form that a rule has read to error pages and asynchronous dispatches, too: the
   * container starts these with its own request, whose body is consumed.
   */
  @Override
  public @Nullable Object replacement(Object request, @Nullable Object response) {
    ServletApi api = FormApi.hasRead() ? exchanges.api(request) : null;
    if (api == null
        || response == null
        || !(api.attribute(request, ServletExchange.FORM) instanceof FormApi.Form form)) {
      return null;
    }
    String dispatch = api.dispatcherType(request);
    if (dispatch.equals(api.attribute(request, REPLAYED_DISPATCH))) {
      return null;
    }
    api.setAttribute(request, REPLAYED_DISPATCH, dispatch);
    return dispatch.equals("ERROR") || dispatch.equals("ASYNC")
        ? FormApi.forDispatch(request, response, form)
        : null;
  }
}
