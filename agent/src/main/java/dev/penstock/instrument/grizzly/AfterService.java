package dev.penstock.instrument.grizzly;

import dev.penstock.instrument.EndOfCall;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** Hears from Grizzly that a request is through. */
record AfterService(EndOfCall end) implements InvocationHandler {
  @Override
  public @Nullable Object invoke(Object listener, Method method, Object @Nullable [] arguments) {
    return switch (method.getName()) {
      case "onAfterService" -> {
        end.tell();
        yield null;
      }
      case "equals" -> arguments != null && listener == arguments[0];
      case "hashCode" -> System.identityHashCode(listener);
      case "toString" -> "Penstock's listener";
      default -> null;
    };
  }
}
