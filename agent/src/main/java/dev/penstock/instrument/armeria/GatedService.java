package dev.penstock.instrument.armeria;

import dev.penstock.bootstrap.Gate;
import dev.penstock.instrument.Handles;
import dev.penstock.instrument.InterfaceProxy;
import dev.penstock.instrument.InterfaceProxy.Interceptor;
import dev.penstock.instrument.InterfaceProxy.Original;
import org.jspecify.annotations.Nullable;

/** Asks the gate before it calls a service of Armeria. */
final class GatedService implements Interceptor {
  private static final String SERVICE = "com.linecorp.armeria.server.HttpService";

  private static final ClassValue<ArmeriaApi> APIS =
      new ClassValue<>() {
        @Override
        protected ArmeriaApi computeValue(Class<?> serviceType) {
          return new ArmeriaApi(serviceType);
        }
      };

  private final ArmeriaApi api;

  private GatedService(ArmeriaApi api) {
    this.api = api;
  }

  /** A service that asks the gate and calls the given one. */
  static @Nullable Object inPlaceOf(Object service) {
    Class<?> type = Handles.typeNamed(service.getClass(), SERVICE);
    return type == null ? null : InterfaceProxy.of(type, service, new GatedService(APIS.get(type)));
  }

  @Override
  public @Nullable Object intercept(String method, Object[] arguments, Original service)
      throws Throwable {
    ArmeriaExchange exchange =
        method.equals("serve") ? exchange(/* context= */ arguments[0], service) : null;
    return exchange == null ? service.call() : exchange.serve();
  }

  private @Nullable ArmeriaExchange exchange(Object context, Original service) {
    try {
      return new ArmeriaExchange(api, context, service);
    } catch (RuntimeException | Error error) {
      Gate.suppressed(error);
      return null;
    }
  }
}
