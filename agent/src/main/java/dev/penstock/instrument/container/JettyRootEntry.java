package dev.penstock.instrument.container;

import dev.penstock.http.InboundExchange;
import dev.penstock.instrument.Handles;
import dev.penstock.instrument.server.FirstPassMark;
import org.jspecify.annotations.Nullable;

/** Makes exchanges of the requests that a Jetty 12 passes to its handlers. */
final class JettyRootEntry {
  /*
   * An attribute of the request holds the exchange. The wrappers that handlers make of a request
   * return it, too, and so do servlet requests: servlets see that rules have applied.
   */
  private final JettyHandlers handlers;
  private final ClassValue<JettyServer> servers =
      new ClassValue<>() {
        @Override
        protected JettyServer computeValue(Class<?> requestType) {
          return JettyServer.of(requestType);
        }
      };

  JettyRootEntry(HiddenHandlers hiddenHandlers) {
    handlers = new JettyHandlers(hiddenHandlers);
  }

  /** Returns the exchange of a request; null if there is nothing to decide here. */
  @Nullable InboundExchange exchange(JettyCoreRequest jetty) {
    Object request = jetty.request();
    JettyServer server = servers.get(request.getClass());
    Object mark = server.reader.attribute(request, FirstPassMark.ATTRIBUTE);
    if (mark != null) {
      return mark instanceof JettyHandlerExchange known && known.resumes() && !known.isCommitted()
          ? known
          : null;
    }
    JettyHandlerExchange exchange = new JettyHandlerExchange(server.reader, server.api, jetty);
    if (handlers.leadToServlets(server.api.firstHandler(request), exchange.path())) {
      return null;
    }
    server.reader.setAttribute(request, FirstPassMark.ATTRIBUTE, exchange);
    return exchange.isCommitted() ? null : exchange;
  }

  /** True if rules have applied to a request here. */
  boolean hasDecided(Object request) {
    JettyCoreReader reader = servers.get(request.getClass()).reader;
    return reader.attribute(request, FirstPassMark.ATTRIBUTE) instanceof JettyHandlerExchange;
  }

  /** What reads the requests of one Jetty, and runs its handlers. */
  private record JettyServer(JettyCoreReader reader, JettyServerApi api) {
    static JettyServer of(Class<?> type) {
      Class<?> requestType = Handles.typeNamed(type, JettyCoreApi.REQUEST);
      if (requestType == null) {
        throw new IllegalStateException(type.getName() + " is no " + JettyCoreApi.REQUEST);
      }
      return new JettyServer(new JettyCoreReader(requestType), new JettyServerApi(requestType));
    }
  }
}
