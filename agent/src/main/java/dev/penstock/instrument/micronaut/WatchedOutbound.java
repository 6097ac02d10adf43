package dev.penstock.instrument.micronaut;

import dev.penstock.bootstrap.Gate;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/** The object by which Micronaut responds to a request; it reports the response to the exchange. */
final class WatchedOutbound implements InvocationHandler {
  private final Object original;
  private final MicronautExchange exchange;

  private WatchedOutbound(Object original, MicronautExchange exchange) {
    this.original = original;
    this.exchange = exchange;
  }

  /** Makes an object of this interface in place of the original. */
  static Object of(Class<?> type, Object original, MicronautExchange exchange) {
    return Proxy.newProxyInstance(
        type.getClassLoader(), new Class<?>[] {type}, new WatchedOutbound(original, exchange));
  }

  /** The exchange of a watched object; null for others. */
  static @Nullable MicronautExchange exchangeOf(Object outbound) {
    return Proxy.isProxyClass(outbound.getClass())
            && Proxy.getInvocationHandler(outbound) instanceof WatchedOutbound watched
        ? watched.exchange
        : null;
  }

  @Override
  public @Nullable Object invoke(Object self, Method method, Object @Nullable [] arguments)
      throws Throwable {
    if (method.getDeclaringClass() == Object.class) {
      return switch (method.getName()) {
        case "equals" -> arguments != null && self == arguments[0];
        case "hashCode" -> System.identityHashCode(self);
        default -> original.toString();
      };
    }
    boolean writes = method.getName().startsWith("write");
    if (arguments != null && (writes || method.getName().equals("attachment"))) {
      report(writes, arguments);
    }
    try {
      return method.invoke(original, arguments);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause() == null ? thrown : thrown.getCause();
    } finally {
      if (writes) {
        exchange.written();
      }
    }
  }

  private void report(boolean writes, Object[] arguments) {
    try {
      if (writes) {
        arguments[0] = exchange.started(arguments[0]);
      } else if (arguments[0] != null) {
        exchange.attachTo(arguments[0]);
      }
    } catch (RuntimeException | Error error) {
      Gate.suppressed(error);
    }
  }
}
