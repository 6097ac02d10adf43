package dev.penstock.instrument.apache;

import dev.penstock.http.OutboundCall;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.InterfaceProxy;
import dev.penstock.instrument.OutboundHook;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hook for calls of Apache HttpAsyncClient 4. */
public final class HttpAsyncClient4Hook implements OutboundHook {
  /*
   * All variants of a call lead to this method. Only the producer knows the request, so it is
   * called here. If the call is sent, a proxy that returns the same request replaces the producer.
   */
  private static final String CLIENTS = "org.apache.http.impl.nio.client.";
  private static final String METHOD = "execute";
  private static final String DESCRIPTOR =
      "(Lorg/apache/http/nio/protocol/HttpAsyncRequestProducer;"
          + "Lorg/apache/http/nio/protocol/HttpAsyncResponseConsumer;"
          + "Lorg/apache/http/protocol/HttpContext;"
          + "Lorg/apache/http/concurrent/FutureCallback;)Ljava/util/concurrent/Future;";

  private static final ClassValue<AsyncApi4> APIS =
      new ClassValue<>() {
        @Override
        protected AsyncApi4 computeValue(Class<?> client) {
          return new AsyncApi4(client);
        }
      };

  @Override
  public String name() {
    return "apache-async-client-4";
  }

  @Override
  public List<HookTarget> targets() {
    return List.of(
        HookTarget.in(CLIENTS + "InternalHttpAsyncClient", METHOD, DESCRIPTOR, ADVICE),
        HookTarget.in(CLIENTS + "MinimalHttpAsyncClient", METHOD, DESCRIPTOR, ADVICE),
        HookTarget.in(CLIENTS + "AbstractHttpAsyncClient", METHOD, DESCRIPTOR, ADVICE));
  }

  @Override
  public @Nullable OutboundCall outboundCall(String method, Object client, Object[] arguments) {
    Object producer = arguments[0];
    if (producer == null || arguments[1] == null || InterfaceProxy.isOurs(producer)) {
      return null;
    }
    AsyncApi4 api = APIS.get(client.getClass());
    Object request = api.request(producer);
    return request == null
        ? null
        : new AsyncCall4(api, client, api.target(producer), request, arguments);
  }
}
