package dev.penstock.instrument.vertx;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Implements the handler interface of Vert.x, which the agent cannot name. */
final class VertxHandler implements InvocationHandler {
  static final String TYPE = "io.vertx.core.Handler";

  private final Consumer<@Nullable Object> handle;

  private VertxHandler(Consumer<@Nullable Object> handle) {
    this.handle = handle;
  }

  /** Makes a handler; the loader of the type defines its class, and unloads it. */
  static Object of(Class<?> type, Consumer<@Nullable Object> handle) {
    return Proxy.newProxyInstance(
        type.getClassLoader(), new Class<?>[] {type}, new VertxHandler(handle));
  }

  /** True if the handler is one of this class. */
  static boolean isOurs(Object handler) {
    return Proxy.isProxyClass(handler.getClass())
        && Proxy.getInvocationHandler(handler) instanceof VertxHandler;
  }

  @Override
  public @Nullable Object invoke(Object self, Method method, Object @Nullable [] arguments) {
    return switch (method.getName()) {
      case "handle" -> {
        handle.accept(arguments == null ? null : arguments[0]);
        yield null;
      }
      case "equals" -> arguments != null && self == arguments[0];
      case "hashCode" -> System.identityHashCode(self);
      default -> "Penstock's handler";
    };
  }
}
