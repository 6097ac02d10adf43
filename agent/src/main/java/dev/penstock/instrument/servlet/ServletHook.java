package dev.penstock.instrument.servlet;

import dev.penstock.http.InboundExchange;
import dev.penstock.instrument.Hook;
import dev.penstock.instrument.HookTarget;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Filters and servlets of every container, javax and jakarta: the outermost one decides. */
public final class ServletHook implements Hook {
  /*
   * A request passes many filters and then a servlet, and each of them is woven. The first one
   * decides; the others find that it has. The servlet decides once more if there are rules that had
   * to wait for the application's filters.
   *
   * CXF on a server of its own makes such requests without a servlet.
   */
  private static final String HANDED_ON = "dev.penstock.handed-on";
  private static final String ADVICE = "dev.penstock.instrument.servlet.ServletAdvice";
  private static final String DESTINATION_ADVICE =
      "dev.penstock.instrument.servlet.DestinationAdvice";

  private final ServletPlace places = new ServletPlace();
  private final ServletExchanges calls;

  public ServletHook(ServletExchanges calls) {
    this.calls = calls;
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
      targets.add(HookTarget.inAll(namespace + ".Filter", "doFilter", filter, ADVICE));
      targets.add(HookTarget.inAll(namespace + ".Servlet", "service", exchange + ")V", ADVICE));
      String setting = "(" + types + "ServletConfig;" + types + "ServletContext;";
      String http = types + "http/HttpServletRequest;" + types + "http/HttpServletResponse;)V";
      targets.add(
          HookTarget.in(ServletPlace.DESTINATION, "invoke", setting + http, DESTINATION_ADVICE));
    }
    return targets;
  }

  @Override
  public @Nullable InboundExchange exchange(
      Object place, Object request, @Nullable Object response) {
    return response == null ? null : calls.visit(request, response, places.get(place.getClass()));
  }

  /**
   * A container starts error pages and asynchronous dispatches with its own request, whose body is
   * gone if a rule has read it: they get it again, too.
   */
  @Override
  public @Nullable Object replacement(Object request, @Nullable Object response) {
    ServletApi api = FormApi.hasRead() ? calls.api(request) : null;
    if (api == null
        || response == null
        || !(api.attribute(request, ServletExchange.FORM) instanceof FormApi.Form form)) {
      return null;
    }
    String dispatch = api.dispatcherType(request);
    if (dispatch.equals(api.attribute(request, HANDED_ON))) {
      return null;
    }
    api.setAttribute(request, HANDED_ON, dispatch);
    return dispatch.equals("ERROR") || dispatch.equals("ASYNC")
        ? FormApi.again(request, response, form)
        : null;
  }
}
