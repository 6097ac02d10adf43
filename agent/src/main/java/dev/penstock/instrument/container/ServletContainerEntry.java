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

/** Containers whose own requests are servlet requests: Tomcat, Open Liberty, Jetty up to 11. */
final class ServletContainerEntry implements ContainerEntry {
  private final ServletExchanges calls;

  /** How a Jetty is told that a request needs no further handler; empty for others. */
  private final ClassValue<Optional<MethodHandle>> handled =
      new ClassValue<>() {
        @Override
        protected Optional<MethodHandle> computeValue(Class<?> placeType) {
          return Optional.ofNullable(
              new Handles(placeType).bindIfThere("setHandled", boolean.class));
        }
      };

  ServletContainerEntry(ServletExchanges calls) {
    this.calls = calls;
  }

  /**
   * A request that comes in.
   *
   * @param place Jetty's own request, or the object of another container that was woven into
   */
  @Override
  public @Nullable InboundExchange visit(Object place, Object request, @Nullable Object response) {
    ServletApi api = calls.api(request);
    if (api == null || response == null || !calls.enters(api, request, response)) {
      return null;
    }
    MethodHandle setHandled = handled.get(place.getClass()).orElse(null);
    return setHandled == null
        ? new ServletExchange(api, request, response, Milestone.ENTERED)
        : new JettyServletExchange(
            api, request, response, () -> Handles.call(setHandled, place, true));
  }
}
