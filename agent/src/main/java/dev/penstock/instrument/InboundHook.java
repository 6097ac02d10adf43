package dev.penstock.instrument;

import dev.penstock.http.InboundExchange;
import org.jspecify.annotations.Nullable;

/** A hook that catches inbound requests of one server or framework. */
public non-sealed interface InboundHook extends Hook {
  /** The advice of most inbound hooks; its targets name the values that it passes to the gate. */
  String ADVICE = "dev.penstock.instrument.InboundAdvice";

  /** The advice of hooks that replace a handler of the application by one that asks the gate. */
  String HANDLER_ADVICE = "dev.penstock.instrument.HandlerAdvice";

  /** The name by which the advice of this hook calls the gate. */
  @Override
  String name();

  /**
   * True if this hook exists to find {@link dev.penstock.http.Call#route}. It is installed only if
   * a rule uses routes.
   */
  default boolean isForRoutes() {
    return false;
  }

  /**
   * True if this hook exists to find {@link dev.penstock.http.Call#user}. It is installed only if a
   * rule uses users, or uses routes and the hook {@linkplain #isForRoutes finds those}, too.
   */
  default boolean isForUsers() {
    return false;
  }

  /**
   * True if this JVM has a server that the hook instruments. Hooks override this whose instrumented
   * classes are used by clients, too.
   */
  default boolean hasServer() {
    return true;
  }

  /**
   * Returns the request as rules see it, or null if there is nothing to decide here: an outer hook
   * has decided this request, or it is a part of such a request.
   *
   * @param place the library's object whose method was called
   */
  @Nullable InboundExchange exchange(Object place, Object request, @Nullable Object response);

  /**
   * Returns the request to pass to the method if {@link #exchange} returned null: a rule has
   * consumed a part of the original. Null to pass the original.
   */
  default @Nullable Object replacement(Object request, @Nullable Object response) {
    return null;
  }
}
