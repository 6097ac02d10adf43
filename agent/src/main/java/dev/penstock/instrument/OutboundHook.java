package dev.penstock.instrument;

import dev.penstock.http.OutboundCall;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A hook that catches outbound calls of one HTTP client. */
public non-sealed interface OutboundHook extends Hook {
  /** The advice of all clients; it identifies a method by its name and descriptor. */
  String ADVICE = "dev.penstock.instrument.OutboundAdvice";

  /** The methods to instrument; no two clients have targets of the same name and descriptor. */
  @Override
  List<HookTarget> targets();

  /** Packages of the JDK whose internals it reads, such as {@code java.base/sun.net.www}. */
  default List<String> opens() {
    return List.of();
  }

  /** True if this hook is needed only by rules that count retries, see {@link RetryHook}. */
  default boolean isForRetries() {
    return false;
  }

  /**
   * Returns the call as rules see it, or null if no call starts here: an outer method has reported
   * it, or it causes no request.
   *
   * @param method the name of the instrumented method
   * @param place the library's object whose method was called
   * @param arguments the arguments of the method
   */
  @Nullable OutboundCall outboundCall(String method, Object place, Object[] arguments);
}
