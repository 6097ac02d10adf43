package dev.penstock.instrument.server;

import dev.penstock.bootstrap.Gate;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/** A listener of a library's own type that runs a callback on one of its events. */
public final class ListenerProxy implements InvocationHandler {
  private final String event;
  private final Runnable callback;

  private ListenerProxy(String event, Runnable callback) {
    this.event = event;
    this.callback = callback;
  }

  /**
   * Makes a listener.
   *
   * @param type the interface that the library calls
   * @param event the method for the event; all other methods do nothing
   */
  public static Object of(Class<?> type, String event, Runnable callback) {
    return Proxy.newProxyInstance(
        type.getClassLoader(), new Class<?>[] {type}, new ListenerProxy(event, callback));
  }

  @Override
  public @Nullable Object invoke(Object self, Method method, Object @Nullable [] arguments) {
    if (method.getName().equals(event)) {
      try {
        callback.run();
      } catch (Throwable error) {
        Gate.suppressed(error);
      }
      return null;
    }
    return switch (method.getName()) {
      case "equals" -> arguments != null && self == arguments[0];
      case "hashCode" -> System.identityHashCode(self);
      case "toString" -> "Penstock's listener";
      default -> null;
    };
  }
}
