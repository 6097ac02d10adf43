package dev.penstock.instrument.container;

import dev.penstock.instrument.Visit;
import dev.penstock.instrument.servlet.ServletApi;
import dev.penstock.instrument.servlet.ServletCalls;
import org.jspecify.annotations.Nullable;

/** Jetty 12, whose handlers know a servlet request by what it wraps. */
final class JettyCoreDoor implements Door {
  private final ServletCalls calls;
  private final ClassValue<JettyCoreApi> apis =
      new ClassValue<>() {
        @Override
        protected JettyCoreApi computeValue(Class<?> requestType) {
          return new JettyCoreApi(requestType);
        }
      };

  JettyCoreDoor(ServletCalls calls) {
    this.calls = calls;
  }

  /**
   * A request that comes in; null also if it is not meant for a servlet.
   *
   * @param callback what Jetty is told the end of the answer by
   */
  @Override
  public @Nullable Visit visit(Object callback, Object request, @Nullable Object response) {
    Object servlets = request;
    JettyCoreApi core = apis.get(servlets.getClass());
    Object servletRequest = core.servletRequest(servlets);
    while (servletRequest == null) {
      // A handler inside the context, such as the one that inflates bodies, has wrapped it.
      servlets = core.wrapped(servlets);
      if (servlets == null) {
        return null;
      }
      core = apis.get(servlets.getClass());
      servletRequest = core.servletRequest(servlets);
    }
    Object servletResponse = core.servletResponse(servlets);
    ServletApi api = calls.api(servletRequest);
    if (api == null
        || response == null
        || servletResponse == null
        || !calls.enters(api, servletRequest, servletResponse)) {
      return null;
    }
    JettyExchange exchange = new JettyExchange(core, request, response, callback);
    return new JettyCoreVisit(api, servletRequest, servletResponse, exchange);
  }
}
