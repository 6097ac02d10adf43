package dev.penstock.instrument.reactor;

import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import java.util.function.Supplier;

/** The connection provider of one Reactor Netty, called through method handles. */
final class AcquireApi {
  private static final ClassValue<AcquireApi> BOUND =
      new ClassValue<>() {
        @Override
        protected AcquireApi computeValue(Class<?> type) {
          return new AcquireApi(type);
        }
      };
  private static final String NETTY = "reactor.netty.";

  private final ConnectApi connects;
  private final MethodHandle acquire;
  private final MethodHandle currentContext;

  private AcquireApi(Class<?> type) {
    Class<?> observer = Handles.sibling(type, NETTY + "ConnectionObserver");
    connects = ConnectApi.of(Handles.sibling(type, ConnectApi.CONNECT));
    currentContext = new Handles(observer).bindAny("currentContext");
    acquire =
        new Handles(Handles.sibling(type, NETTY + "resources.ConnectionProvider"))
            .bindAny(
                "acquire",
                Handles.sibling(type, NETTY + "transport.TransportConfig"),
                observer,
                Supplier.class,
                Handles.sibling(type, "io.netty.resolver.AddressResolverGroup"));
  }

  /**
   * @param type the class of the connection provider
   */
  static AcquireApi of(Class<?> type) {
    return BOUND.get(type);
  }

  ConnectApi connects() {
    return connects;
  }

  /** Returns the Reactor context of the subscription that needs a connection. */
  Object context(Object observer) {
    return Handles.get(currentContext, observer);
  }

  Object acquire(Object provider, Object[] arguments) {
    try {
      return (Object)
          acquire.invokeExact(provider, arguments[0], arguments[1], arguments[2], arguments[3]);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }
}
