package dev.penstock.instrument.servlet;

import dev.penstock.instrument.Hook;
import dev.penstock.instrument.Target;
import dev.penstock.instrument.Visit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Filters and servlets of every container, javax and jakarta: the outermost one decides. */
public final class ServletHook implements Hook {
  /*
   * A request passes many filters and then a servlet, and each of them is woven. The first one
   * marks the request and decides; the others find the mark. What a container does with a request
   * afterwards (forward, include, error page, asynchronous dispatch) carries the mark too, and
   * should a container lose it, is told apart by its dispatcher type.
   */
  private static final String MARK = "dev.penstock.decided";
  private static final String HANDED_ON = "dev.penstock.handed-on";
  private static final String ADVICE = "dev.penstock.instrument.servlet.ServletAdvice";

  private final ClassValue<Optional<ServletApi>> apis =
      new ClassValue<>() {
        @Override
        protected Optional<ServletApi> computeValue(Class<?> requestType) {
          return ServletApi.of(requestType);
        }
      };

  @Override
  public String name() {
    return "servlet";
  }

  @Override
  public List<Target> targets() {
    List<Target> targets = new ArrayList<>();
    for (String namespace : ServletApi.NAMESPACES) {
      String types = "L" + namespace.replace('.', '/') + "/";
      String exchange = "(" + types + "ServletRequest;" + types + "ServletResponse;";
      String filter = exchange + types + "FilterChain;)V";
      targets.add(new Target(namespace + ".Filter", "doFilter", filter, ADVICE));
      targets.add(new Target(namespace + ".Servlet", "service", exchange + ")V", ADVICE));
    }
    return targets;
  }

  @Override
  public @Nullable Visit visit(Object request, Object response) {
    ServletApi api = apis.get(request.getClass()).orElse(null);
    if (api == null || api.attribute(request, MARK) != null) {
      return null;
    }
    api.setAttribute(request, MARK, true);
    boolean first = api.dispatcherType(request).equals("REQUEST");
    return first && !api.isCommitted(response) ? new ServletVisit(api, request, response) : null;
  }

  /**
   * A container starts error pages and asynchronous dispatches with its own request, whose body is
   * gone if a rule has read it: they get it again, too.
   */
  @Override
  public @Nullable Object handedOn(Object request, Object response) {
    ServletApi api = FormApi.hasRead() ? apis.get(request.getClass()).orElse(null) : null;
    if (api == null || !(api.attribute(request, ServletVisit.FORM) instanceof FormApi.Form form)) {
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
