package dev.penstock.instrument.jdkclient;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.HttpURLConnection;
import org.jspecify.annotations.Nullable;

/** Reads the request header fields that the application has set on a connection. */
final class ConnectionHeaders {
  /*
   * A connection does not return the credentials that were set on it, which are often the key of a
   * limit. So they are read from its internal field, whose package the agent has opened to itself.
   */
  private static final @Nullable MethodHandle OWN = own();

  private ConnectionHeaders() {}

  static @Nullable String first(HttpURLConnection connection, String name) {
    if (OWN != null) {
      try {
        return (String) OWN.invokeExact((Object) connection, name);
      } catch (Throwable closed) {
        // Another type of connection; use its public method.
      }
    }
    return connection.getRequestProperty(name);
  }

  private static @Nullable MethodHandle own() {
    try {
      Class<?> type = Class.forName("sun.net.www.protocol.http.HttpURLConnection");
      Class<?> headers = Class.forName("sun.net.www.MessageHeader");
      MethodHandles.Lookup inside = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
      MethodHandle requests = inside.findGetter(type, "requests", headers);
      MethodHandle find =
          MethodHandles.privateLookupIn(headers, MethodHandles.lookup())
              .findVirtual(headers, "findValue", MethodType.methodType(String.class, String.class));
      return MethodHandles.filterArguments(find, 0, requests)
          .asType(MethodType.methodType(String.class, Object.class, String.class));
    } catch (ReflectiveOperationException closed) {
      return null;
    }
  }
}
