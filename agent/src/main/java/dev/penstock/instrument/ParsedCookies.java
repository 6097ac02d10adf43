package dev.penstock.instrument;

import dev.penstock.http.Ambiguous;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/** Cookies as a server has parsed them that gives them out as an array, such as Tomcat. */
public final class ParsedCookies {
  /*
   * Servers parse cookies when they are first asked for, and keep the result. That does not depend
   * on anything that an application can set later, such as the request's encoding: Tomcat takes the
   * settings of the web application, Jetty those of the connector, Undertow and Grizzly their own.
   */
  private final MethodHandle getCookies;
  private final MethodHandle getName;
  private final MethodHandle getValue;

  /**
   * @param requestType has a method {@code getCookies}
   * @param cookieType the name of the type that its result consists of
   */
  public ParsedCookies(Class<?> requestType, String cookieType) {
    Handles cookie = new Handles(Handles.sibling(requestType, cookieType));
    getCookies = new Handles(requestType).bind("getCookies", Object[].class);
    getName = cookie.bind("getName", String.class);
    getValue = cookie.bind("getValue", String.class);
  }

  /** The value of a cookie; ambiguous if it has several, or the server rejects the header. */
  public @Nullable String value(Object request, String name) {
    Object[] cookies;
    try {
      cookies = (Object[]) getCookies.invokeExact(request);
    } catch (RuntimeException malformed) {
      return Ambiguous.VALUE;
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
    String found = null;
    for (int i = 0; cookies != null && i < cookies.length; i++) {
      if (name.equals(Handles.text(getName, cookies[i]))) {
        String value = Handles.text(getValue, cookies[i]);
        found = Ambiguous.unlessSame(found, value == null ? "" : value);
      }
    }
    return found;
  }
}
