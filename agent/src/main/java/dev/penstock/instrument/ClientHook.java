package dev.penstock.instrument;

import dev.penstock.http.OutboundCall;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A kind of client: where its calls can be held up, and how to read what is caught there. */
public interface ClientHook {
  /** The advice of all clients; it tells a place by the name and descriptor of its method. */
  String ADVICE = "dev.penstock.instrument.ClientAdvice";

  /** The name by which operators know it. */
  String name();

  /** No two clients have a target of the same method name and descriptor. */
  List<HookTarget> targets();

  /** Packages of the JDK whose insides it reads, such as {@code java.base/sun.net.www}. */
  default List<String> opens() {
    return List.of();
  }

  /**
   * True if its places are there to see each request of a call; they are left alone unless a rule
   * counts retries.
   */
  default boolean isForRetries() {
    return false;
  }

  /**
   * The call as rules see it, or null if none starts here: it has been seen before, or it does not
   * go out at all.
   *
   * @param method the name of the woven method
   * @param place the library's object whose method was woven
   * @param arguments what the method was called with
   */
  @Nullable OutboundCall outboundCall(String method, Object place, Object[] arguments);
}
