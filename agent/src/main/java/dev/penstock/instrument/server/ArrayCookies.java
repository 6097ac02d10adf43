package dev.penstock.instrument.server;

import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;

/** Reads the cookies of a server that returns them as an array, such as Tomcat. */
final class ArrayCookies extends ParsedCookies {
  private final MethodHandle getCookies;
  private final MethodHandle getName;

  /**
   * @param requestType has a method {@code getCookies}
   * @param cookieType the type of the cookies in its result
   */
  ArrayCookies(Class<?> requestType, Class<?> cookieType) {
    super(cookieType);
    getCookies = new Handles(requestType).bindAny("getCookies");
    getName = new Handles(cookieType).bind("getName", String.class);
  }

  @Override
  protected Iterable<?> cookiesNamed(Object request, String name) {
    List<Object> found = new ArrayList<>(1);
    if (Handles.call(getCookies, request) instanceof Object[] cookies) {
      for (Object cookie : cookies) {
        if (name.equals(Handles.text(getName, cookie))) {
          found.add(cookie);
        }
      }
    }
    return found;
  }
}
