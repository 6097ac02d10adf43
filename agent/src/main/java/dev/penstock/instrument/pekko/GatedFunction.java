package dev.penstock.instrument.pekko;

import dev.penstock.bootstrap.Gate;
import dev.penstock.instrument.InterfaceProxy;
import dev.penstock.instrument.InterfaceProxy.Interceptor;
import dev.penstock.instrument.InterfaceProxy.Original;
import org.jspecify.annotations.Nullable;

/** Asks the gate before it calls the handler of a server of Pekko. */
final class GatedFunction implements Interceptor {
  private static final int HANDLER = 0;
  private static final int SETTINGS = 4;

  private final PekkoApi api;

  private GatedFunction(PekkoApi api) {
    this.api = api;
  }

  /** Replaces the handler, and lets the server tell it the address of the client. */
  static Object[] replaceIn(Object[] arguments, Object http) {
    if (!InterfaceProxy.isOurs(arguments[HANDLER])) {
      PekkoApi api = new PekkoApi(http);
      Object settings = api.withRemoteAddress(arguments[SETTINGS]);
      arguments[HANDLER] =
          InterfaceProxy.of(api.functionType(), arguments[HANDLER], new GatedFunction(api));
      arguments[SETTINGS] = settings;
    }
    return arguments;
  }

  @Override
  public @Nullable Object intercept(String method, Object[] arguments, Original handler)
      throws Throwable {
    PekkoExchange exchange =
        method.equals("apply") ? exchange(/* request= */ arguments[0], handler) : null;
    return exchange == null ? handler.call() : exchange.respond();
  }

  private @Nullable PekkoExchange exchange(Object request, Original handler) {
    try {
      return new PekkoExchange(api, request, handler);
    } catch (RuntimeException | Error error) {
      Gate.suppressed(error);
      return null;
    }
  }
}
