package dev.penstock.instrument.container;

import dev.penstock.http.InboundExchange;
import dev.penstock.http.Milestone;
import dev.penstock.instrument.Handles;
import dev.penstock.instrument.servlet.ServletApi;
import dev.penstock.instrument.servlet.ServletExchange;
import dev.penstock.instrument.servlet.ServletExchanges;
import java.lang.invoke.MethodHandle;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes exchanges of requests that are servlet requests: Tomcat, Open Liberty, and Jetty up to 11.
 */
final class ServletContainerEntry implements ContainerEntry {
  private final ServletExchanges exchanges;

  /** Marks a request of Jetty as handled; empty for other containers. */
  private final ClassValue<Optional<MethodHandle>> handled =
      new ClassValue<>() {
        @Override
        protected Optional<MethodHandle> computeValue(Class<?> placeType) {
          return Optional.ofNullable(
              new Handles(placeType).bindIfPresent("setHandled", boolean.class));
        }
      };

  ServletContainerEntry(ServletExchanges exchanges) {
    this.exchanges = exchanges;
  }

  /**
   * Returns the exchange of a request.
   *
   * @param place Jetty's own request, or the object of another container whose method was called
   */
  @Override
  public @Nullable InboundExchange exchange(
      Object place, Object request, @Nullable Object response) {
    ServletApi api = exchanges.api(request);
    if (api == null || response == null || !exchanges.markEntered(api, request, response)) {
      return null;
    }
    MethodHandle setHandled = handled.get(place.getClass()).orElse(null);
    return setHandled == null
        ? new ServletExchange(api, request, response, Milestone.ENTERED)
        : new JettyServletExchange(
            api, request, response, () -> Handles.call(setHandled, place, true));
  }
}
