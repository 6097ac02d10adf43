package dev.penstock.instrument.container;

import dev.penstock.http.InboundExchange;
import org.jspecify.annotations.Nullable;

/** Makes exchanges of the requests that one kind of container receives. */
interface ContainerEntry {
  /**
   * Returns the exchange of a request; null if a hook has seen it before or there is nothing to
   * decide.
   *
   * @param place the place that the target of this container passes
   */
  @Nullable InboundExchange exchange(Object place, Object request, @Nullable Object response);

  /** True if rules have applied to a request before its handlers, though it is none of servlets. */
  default boolean hasDecided(Object request) {
    return false;
  }
}
