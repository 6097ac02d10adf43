package dev.penstock.instrument.container;

import dev.penstock.instrument.Handles;
import dev.penstock.instrument.server.ParsedCookies;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the cookies that Undertow has parsed, through handles bound once. */
final class UndertowCookies extends ParsedCookies {
  private final MethodHandle getName;
  private final @Nullable MethodHandle requestCookies;
  private final MethodHandle getRequestCookies;

  UndertowCookies(Class<?> exchangeType) {
    super(cookieType(exchangeType));
    Handles exchange = new Handles(exchangeType);
    getName = new Handles(cookieType(exchangeType)).bind("getName", String.class);
    requestCookies = exchange.bindIfPresent("requestCookies");
    getRequestCookies = exchange.bindAny("getRequestCookies");
  }

  private static Class<?> cookieType(Class<?> exchangeType) {
    return Handles.sibling(exchangeType, "io.undertow.server.handlers.Cookie");
  }

  /** Undertow before 2.2 keeps one cookie of a name. */
  @Override
  protected Iterable<?> cookiesNamed(Object exchange, String name) {
    Iterable<?> all =
        requestCookies == null
            ? ((Map<?, ?>) Handles.get(getRequestCookies, exchange)).values()
            : (Iterable<?>) Handles.get(requestCookies, exchange);
    List<Object> found = new ArrayList<>(1);
    for (Object cookie : all) {
      if (name.equals(Handles.text(getName, cookie))) {
        found.add(cookie);
      }
    }
    return found;
  }
}
