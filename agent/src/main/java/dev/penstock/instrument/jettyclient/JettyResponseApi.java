package dev.penstock.instrument.jettyclient;

import dev.penstock.http.OutboundPermit;
import dev.penstock.http.OutboundResponse;
import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/** Answers of Jetty's client, heard and read through what was bound once. */
final class JettyResponseApi {
  private final FieldsApi fields;
  private final Class<?>[] listenerTypes;
  private final MethodHandle getStatus;
  private final MethodHandle getHeaders;

  JettyResponseApi(JettyNames names, Class<?> type) {
    fields = new FieldsApi(type);
    Handles response = new Handles(names.api(type, "Response"));
    getStatus = response.bindAny("getStatus");
    getHeaders = response.bindAny("getHeaders");
    listenerTypes =
        new Class<?>[] {
          names.api(type, "Response$HeadersListener"), names.api(type, "Response$CompleteListener")
        };
  }

  /** A listener in the eyes of Jetty; it is made where the types are, and goes with them. */
  Object listener(OutboundPermit permit) {
    return Proxy.newProxyInstance(
        listenerTypes[0].getClassLoader(), listenerTypes, new JettyResponseListener(this, permit));
  }

  OutboundResponse answered(Object response) {
    return new Received(this, response);
  }

  /** What came back. */
  private record Received(JettyResponseApi api, Object response) implements OutboundResponse {
    @Override
    public int status() {
      return (Integer) Handles.get(api.getStatus, response);
    }

    @Override
    public @Nullable String field(String name) {
      return api.fields.joined(Handles.get(api.getHeaders, response), name);
    }
  }
}
