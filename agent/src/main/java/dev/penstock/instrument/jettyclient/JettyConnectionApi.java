package dev.penstock.instrument.jettyclient;

import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;

/** Connections of the Jetty client on which an application sends requests itself. */
final class JettyConnectionApi {
  private final Class<?> type;
  private final MethodHandle send;
  private final MethodHandle getHttpClient;
  private final MethodHandle getHttpDestination;

  /**
   * @param anyType any class of the library
   */
  JettyConnectionApi(JettyNames names, Class<?> anyType) {
    type = names.inside(anyType, "HttpConnection");
    Handles connection = new Handles(type);
    send =
        connection.bindAny(
            "send", names.api(anyType, "Request"), names.api(anyType, "Response$CompleteListener"));
    getHttpClient = connection.bindAny("getHttpClient");
    getHttpDestination = connection.bindAny("getHttpDestination");
  }

  boolean isConnection(Object place) {
    return type.isInstance(place);
  }

  void send(Object connection, Object[] arguments) {
    Handles.call(send, connection, arguments[0], arguments[1]);
  }

  Object client(Object connection) {
    return Handles.get(getHttpClient, connection);
  }

  Object destination(Object connection) {
    return Handles.get(getHttpDestination, connection);
  }
}
