package dev.penstock.instrument;

import dev.penstock.bootstrap.Gate;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Stands in for a library's object behind one of its interfaces, and hears what it is told. */
public final class StandIn implements InvocationHandler {
  private static final Object[] NOTHING = {};

  private final Object original;
  private final BiConsumer<String, Object[]> listener;

  private StandIn(Object original, BiConsumer<String, Object[]> listener) {
    this.original = original;
    this.listener = listener;
  }

  /**
   * One that hands on all that it is told. It is made where the interface is, and goes with it.
   *
   * @param type a public interface
   * @param listener gets the name of each method and its arguments before the original does; it may
   *     change them
   */
  public static Object of(Class<?> type, Object original, BiConsumer<String, Object[]> listener) {
    return Proxy.newProxyInstance(
        type.getClassLoader(), new Class<?>[] {type}, new StandIn(original, listener));
  }

  @Override
  public @Nullable Object invoke(Object self, Method method, Object @Nullable [] arguments)
      throws Throwable {
    if (method.getDeclaringClass() == Object.class) {
      return ofAnyObject(self, method, arguments);
    }
    Object[] handedOn = arguments == null ? NOTHING : arguments;
    try {
      listener.accept(method.getName(), handedOn);
    } catch (Throwable error) {
      // The application's own call goes on, as it does at the gate.
      Gate.suppressed(error);
    }
    try {
      return method.invoke(original, handedOn);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }

  private Object ofAnyObject(Object self, Method method, Object @Nullable [] arguments) {
    return switch (method.getName()) {
      case "equals" -> arguments != null && self == arguments[0];
      case "hashCode" -> System.identityHashCode(self);
      default -> String.valueOf(original);
    };
  }
}
