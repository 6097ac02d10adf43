package dev.penstock.instrument.vertx;

import dev.penstock.instrument.Handles;
import dev.penstock.instrument.server.ParsedCookies;
import java.lang.invoke.MethodHandle;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the cookies that Vert.x has parsed, through handles bound once. */
final class VertxCookies extends ParsedCookies {
  private final @Nullable MethodHandle cookies;
  private final MethodHandle getCookie;

  VertxCookies(Class<?> requestType) {
    super(Handles.sibling(requestType, "io.vertx.core.http.Cookie"));
    Handles request = new Handles(requestType);
    cookies = request.bindIfPresent("cookies", String.class);
    getCookie = request.bindAny("getCookie", String.class);
  }

  /** Returns only one cookie in early versions of Vert.x 4, which keep no others of a name. */
  @Override
  protected Iterable<?> cookiesNamed(Object request, String name) {
    if (cookies != null) {
      return (Iterable<?>) Handles.get(cookies, request, name);
    }
    Object cookie = Handles.call(getCookie, request, name);
    return cookie == null ? List.of() : List.of(cookie);
  }
}
