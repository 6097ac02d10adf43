package dev.penstock.instrument.jettyclient;

import dev.penstock.http.OutboundPermit;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** Observes the response to a request, in addition to the listeners of the application. */
final class JettyResponseListener implements InvocationHandler {
  private final JettyResponseApi api;
  private final OutboundPermit permit;

  JettyResponseListener(JettyResponseApi api, OutboundPermit permit) {
    this.api = api;
    this.permit = permit;
  }

  @Override
  public @Nullable Object invoke(Object self, Method method, Object @Nullable [] arguments)
      throws Throwable {
    switch (method.getName()) {
      case "onHeaders" -> {
        if (arguments != null) {
          permit.responded(api.answered(arguments[0]));
        }
      }
      case "onComplete" -> permit.close();
      case "equals" -> {
        return arguments != null && self == arguments[0];
      }
      case "hashCode" -> {
        return System.identityHashCode(self);
      }
      case "toString" -> {
        return "Penstock's listener";
      }
      default -> {
        return method.isDefault() ? InvocationHandler.invokeDefault(self, method, arguments) : null;
      }
    }
    return null;
  }
}
