package dev.penstock.instrument;

import dev.penstock.bootstrap.Gate;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/** A listener of a library's own type that runs something when a connection is closed. */
public final class CloseListener implements InvocationHandler {
  private final String closing;
  private final Runnable atClose;

  private CloseListener(String closing, Runnable atClose) {
    this.closing = closing;
    this.atClose = atClose;
  }

  /**
   * Makes a listener.
   *
   * @param type the interface that the library calls
   * @param closing its method for the end of a connection; all others do nothing
   */
  public static Object of(Class<?> type, String closing, Runnable atClose) {
    return Proxy.newProxyInstance(
        type.getClassLoader(), new Class<?>[] {type}, new CloseListener(closing, atClose));
  }

  @Override
  public @Nullable Object invoke(Object self, Method method, Object @Nullable [] arguments) {
    if (method.getName().equals(closing)) {
      try {
        atClose.run();
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
