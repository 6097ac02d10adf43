package dev.penstock.instrument.okhttp;

import dev.penstock.call.Departure;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/** The application's callback, with somebody who listens in. */
final class ListeningCallback implements InvocationHandler {
  private final OkHttpApi api;
  private final Object callback;
  private final Departure departure;

  private ListeningCallback(OkHttpApi api, Object callback, Departure departure) {
    this.api = api;
    this.callback = callback;
    this.departure = departure;
  }

  /** A callback that tells this one; it is made where the type is, and goes with it. */
  static Object of(OkHttpApi api, Object callback, Departure departure) {
    Class<?> type = api.callbackType();
    return Proxy.newProxyInstance(
        type.getClassLoader(),
        new Class<?>[] {type},
        new ListeningCallback(api, callback, departure));
  }

  @Override
  public @Nullable Object invoke(Object self, Method method, Object @Nullable [] arguments)
      throws Throwable {
    if (method.getDeclaringClass() != Object.class && arguments != null) {
      ended(method.getName(), arguments);
    }
    try {
      return method.invoke(callback, arguments);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause() == null ? thrown : thrown.getCause();
    }
  }

  /** Before the application hears of it, whose next call may need the place of this one. */
  private void ended(String method, Object[] arguments) {
    if (method.equals("onResponse")) {
      departure.answered(new OkHttpCall.Received(api, arguments[1]));
    }
    departure.over();
  }
}
