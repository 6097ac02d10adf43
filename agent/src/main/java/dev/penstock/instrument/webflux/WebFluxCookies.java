package dev.penstock.instrument.webflux;

import dev.penstock.instrument.Handles;
import dev.penstock.instrument.server.ParsedCookies;
import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.Map;

/** Reads the cookies that WebFlux has parsed, through handles bound once. */
final class WebFluxCookies extends ParsedCookies {
  private final MethodHandle getCookies;

  WebFluxCookies(Class<?> requestType, Class<?> cookieType) {
    super(cookieType);
    getCookies = new Handles(requestType).bindAny("getCookies");
  }

  @Override
  protected Iterable<?> cookiesNamed(Object request, String name) {
    Map<?, ?> cookies = (Map<?, ?>) Handles.get(getCookies, request);
    return cookies.get(name) instanceof List<?> found ? found : List.of();
  }
}
