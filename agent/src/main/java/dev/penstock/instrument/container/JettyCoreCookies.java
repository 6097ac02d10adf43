package dev.penstock.instrument.container;

import dev.penstock.instrument.Handles;
import dev.penstock.instrument.server.ParsedCookies;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;

/** Reads the cookies that Jetty 12 has parsed, through handles bound once. */
final class JettyCoreCookies extends ParsedCookies {
  private final MethodHandle getName;
  private final MethodHandle getCookies;

  JettyCoreCookies(Class<?> requestType) {
    super(cookieType(requestType));
    getName = new Handles(cookieType(requestType)).bind("getName", String.class);
    getCookies = new Handles(requestType).bindAny("getCookies", requestType);
  }

  private static Class<?> cookieType(Class<?> requestType) {
    return Handles.sibling(requestType, "org.eclipse.jetty.http.HttpCookie");
  }

  @Override
  protected Iterable<?> cookiesNamed(Object request, String name) {
    List<Object> found = new ArrayList<>(1);
    for (Object cookie : (Iterable<?>) Handles.get(getCookies, request)) {
      if (name.equals(Handles.text(getName, cookie))) {
        found.add(cookie);
      }
    }
    return found;
  }
}
