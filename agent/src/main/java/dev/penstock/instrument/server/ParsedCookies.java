package dev.penstock.instrument.server;

import dev.penstock.http.Ambiguous;
import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/** Reads the cookies of a request as its server has parsed them. */
public abstract class ParsedCookies {
  /*
   * Servers parse cookies on the first access and keep the result. The result does not depend on
   * anything that an application can set later, such as the request's encoding: Tomcat uses the
   * settings of the web application, Jetty those of the connector, Undertow and Grizzly their own.
   * Reading cookies does not change the response.
   */
  private final MethodHandle getValue;

  /**
   * @param cookieType the server's type of a cookie
   */
  protected ParsedCookies(Class<?> cookieType) {
    getValue = new Handles(cookieType).bind("getValue", String.class);
  }

  /** The value of a cookie; ambiguous if it has several, or if the server rejects the header. */
  public final @Nullable String value(Object request, String name) {
    String found = null;
    try {
      for (Object cookie : cookiesNamed(request, name)) {
        String value = Handles.text(getValue, cookie);
        found = Ambiguous.unlessSame(found, value == null ? "" : value);
      }
    } catch (RuntimeException malformed) {
      return Ambiguous.VALUE;
    }
    return found;
  }

  /** All cookies of a name. */
  protected abstract Iterable<?> cookiesNamed(Object request, String name);
}
