package dev.penstock.instrument.container;

import dev.penstock.http.InboundExchange;
import dev.penstock.instrument.servlet.ServletApi;
import dev.penstock.instrument.servlet.ServletExchanges;
import org.jspecify.annotations.Nullable;

/** Jetty 12, whose handlers know a servlet request by what it wraps. */
final class JettyCoreEntry implements ContainerEntry {
  private final ServletExchanges calls;
  private final ClassValue<JettyCoreApi> apis =
      new ClassValue<>() {
        @Override
        protected JettyCoreApi computeValue(Class<?> requestType) {
          return new JettyCoreApi(requestType);
        }
      };

  JettyCoreEntry(ServletExchanges calls) {
    this.calls = calls;
  }

  /**
   * A request that comes in; null also if it is not meant for a servlet.
   *
   * @param callback what Jetty is told the end of the answer by
   */
  @Override
  public @Nullable InboundExchange visit(
      Object callback, Object request, @Nullable Object response) {
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
    JettyCoreRequest exchange = new JettyCoreRequest(core, request, response, callback);
    return new JettyCoreExchange(api, servletRequest, servletResponse, exchange);
  }
}
