package dev.penstock.instrument.container;

import dev.penstock.http.InboundExchange;
import dev.penstock.instrument.servlet.ServletApi;
import dev.penstock.instrument.servlet.ServletExchanges;
import org.jspecify.annotations.Nullable;

/**
 * Makes exchanges of the requests of Jetty 12, at the server or at a security handler, whose
 * request wraps the servlet request.
 */
final class JettyCoreEntry implements ContainerEntry {
  private final JettyRootEntry root;
  private final ServletExchanges exchanges;
  private final ClassValue<JettyCoreApi> apis =
      new ClassValue<>() {
        @Override
        protected JettyCoreApi computeValue(Class<?> requestType) {
          return new JettyCoreApi(requestType);
        }
      };

  JettyCoreEntry(ServletExchanges exchanges, HiddenHandlers hiddenHandlers) {
    this.exchanges = exchanges;
    root = new JettyRootEntry(hiddenHandlers);
  }

  /**
   * Returns the exchange of a request.
   *
   * @param callback the callback that the handler completes at the end of the response
   */
  @Override
  public @Nullable InboundExchange exchange(
      Object callback, Object request, @Nullable Object response) {
    Object coreRequest = request;
    JettyCoreApi core = apis.get(coreRequest.getClass());
    Object servletRequest = core.servletRequest(coreRequest);
    while (servletRequest == null) {
      // A handler inside the context, such as the one that inflates bodies, has wrapped the
      // request.
      coreRequest = core.wrapped(coreRequest);
      if (coreRequest == null) {
        return response == null
            ? null
            : root.exchange(new JettyCoreRequest(core, request, response, callback));
      }
      core = apis.get(coreRequest.getClass());
      servletRequest = core.servletRequest(coreRequest);
    }
    Object servletResponse = core.servletResponse(coreRequest);
    ServletApi api = exchanges.api(servletRequest);
    if (api == null
        || response == null
        || servletResponse == null
        || !exchanges.markEntered(api, servletRequest, servletResponse)) {
      return null;
    }
    JettyCoreRequest jetty = new JettyCoreRequest(core, request, response, callback);
    return new JettyCoreExchange(api, servletRequest, servletResponse, jetty);
  }

  @Override
  public boolean hasDecided(Object request) {
    return root.hasDecided(request);
  }
}
