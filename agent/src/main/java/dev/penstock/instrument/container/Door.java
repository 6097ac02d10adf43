package dev.penstock.instrument.container;

import dev.penstock.instrument.Visit;
import org.jspecify.annotations.Nullable;

/** The way into one kind of container. */
interface Door {
  /**
   * A request that comes in; null if it was judged before, or there is nothing to judge.
   *
   * @param place what the advice of this container names as its place
   */
  @Nullable Visit visit(Object place, Object call, @Nullable Object answer);
}
