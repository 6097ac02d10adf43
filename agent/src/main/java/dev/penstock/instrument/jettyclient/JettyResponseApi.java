package dev.penstock.instrument.jettyclient;

import dev.penstock.http.OutboundPermit;
import dev.penstock.http.OutboundResponse;
import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/** Responses of the Jetty client, observed and read through method handles. */
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

  /** Creates a Jetty listener. Its proxy class lives in the class loader of Jetty. */
  Object listener(OutboundPermit permit) {
    return Proxy.newProxyInstance(
        listenerTypes[0].getClassLoader(), listenerTypes, new JettyResponseListener(this, permit));
  }

  OutboundResponse answered(Object response) {
    return new Received(this, response);
  }

  /** The response. */
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
