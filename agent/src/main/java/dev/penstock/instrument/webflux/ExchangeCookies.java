package dev.penstock.instrument.webflux;

import dev.penstock.http.Ambiguous;
import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The cookies of a request as WebFlux has parsed them, called through handles bound once. */
final class ExchangeCookies {
  /* A request parses its cookies when they are first asked for, and keeps the result. */
  private final MethodHandle getCookies;
  private final MethodHandle getValue;

  ExchangeCookies(Class<?> requestType, Class<?> cookieType) {
    getCookies = new Handles(requestType).bindAny("getCookies");
    getValue = new Handles(cookieType).bindAny("getValue");
  }

  /** The value of a cookie; ambiguous if it has several, or the server rejects the header. */
  @Nullable String value(Object request, String name) {
    Object cookies;
    try {
      cookies = Handles.get(getCookies, request);
    } catch (RuntimeException malformed) {
      return Ambiguous.VALUE;
    }
    String found = null;
    if (((Map<?, ?>) cookies).get(name) instanceof List<?> ofName) {
      for (Object cookie : ofName) {
        found = Ambiguous.unlessSame(found, (String) Handles.get(getValue, cookie));
      }
    }
    return found;
  }
}
