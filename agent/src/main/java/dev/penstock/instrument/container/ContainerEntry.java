package dev.penstock.instrument.container;

import dev.penstock.http.InboundExchange;
import org.jspecify.annotations.Nullable;

/** The way into one kind of container. */
interface ContainerEntry {
  /**
   * A request that comes in; null if it was judged before, or there is nothing to judge.
   *
   * @param place what the advice of this container names as its place
   */
  @Nullable InboundExchange visit(Object place, Object call, @Nullable Object answer);
}
