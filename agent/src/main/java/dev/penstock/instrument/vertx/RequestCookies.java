package dev.penstock.instrument.vertx;

import dev.penstock.http.Ambiguous;
import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The cookies of a request as Vert.x has parsed them, called through handles bound once. */
final class RequestCookies {
  /*
   * A request parses its cookies when they are first asked for, and keeps the result. Asking does
   * not change the response, which sends only cookies that the application adds or changes.
   */
  private final @Nullable MethodHandle cookies;
  private final MethodHandle getCookie;
  private final MethodHandle getValue;

  RequestCookies(Class<?> requestType) {
    Handles request = new Handles(requestType);
    cookies = request.bindIfThere("cookies", String.class);
    getCookie = request.bindAny("getCookie", String.class);
    getValue =
        new Handles(Handles.sibling(requestType, "io.vertx.core.http.Cookie")).bindAny("getValue");
  }

  /** The value of a cookie; ambiguous if it has several, or the server rejects the header. */
  @Nullable String value(Object request, String name) {
    String found = null;
    try {
      for (Object cookie : named(request, name)) {
        found = Ambiguous.unlessSame(found, (String) Handles.get(getValue, cookie));
      }
      return found;
    } catch (RuntimeException malformed) {
      return Ambiguous.VALUE;
    }
  }

  /** All cookies of a name; the only one that early versions of Vert.x 4 keep. */
  private Collection<?> named(Object request, String name) {
    if (cookies != null) {
      return (Collection<?>) Handles.get(cookies, request, name);
    }
    Object cookie = Handles.call(getCookie, request, name);
    return cookie == null ? List.of() : List.of(cookie);
  }
}
