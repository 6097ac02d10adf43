package dev.penstock.instrument.grizzly;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** Hears from Grizzly that a request is through. */
record GrizzlyEndListener(Runnable atEnd) implements InvocationHandler {
  @Override
  public @Nullable Object invoke(Object listener, Method method, Object @Nullable [] arguments) {
    return switch (method.getName()) {
      case "onAfterService" -> {
        atEnd.run();
        yield null;
      }
      case "equals" -> arguments != null && listener == arguments[0];
      case "hashCode" -> System.identityHashCode(listener);
      case "toString" -> "Penstock's listener";
      default -> null;
    };
  }
}
