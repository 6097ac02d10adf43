package dev.penstock.instrument.apache;

import dev.penstock.http.OutboundCall;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.InterfaceProxy;
import dev.penstock.instrument.OutboundHook;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hook for calls of the minimal asynchronous clients of Apache HttpClient 5, HTTP/2 included. */
public final class MinimalClient5Hook implements OutboundHook {
  /*
   * These clients have no chain: the handler sends its request to a connection. So it sends to a
   * recording channel here. If the call is sent, a proxy that sends the same replaces the handler.
   */
  private static final String CLIENTS = "org.apache.hc.client5.http.impl.async.";
  private static final String METHOD = "execute";
  private static final String DESCRIPTOR =
      "(Lorg/apache/hc/core5/http/nio/AsyncClientExchangeHandler;"
          + "Lorg/apache/hc/core5/http/nio/HandlerFactory;"
          + "Lorg/apache/hc/core5/http/protocol/HttpContext;)"
          + "Lorg/apache/hc/core5/concurrent/Cancellable;";
  private static final int CONTEXT = 2;

  private static final ClassValue<MinimalApi5> APIS =
      new ClassValue<>() {
        @Override
        protected MinimalApi5 computeValue(Class<?> client) {
          return new MinimalApi5(client);
        }
      };

  @Override
  public String name() {
    return "apache-minimal-client-5";
  }

  @Override
  public List<HookTarget> targets() {
    return List.of(
        HookTarget.in(CLIENTS + "MinimalHttpAsyncClient", METHOD, DESCRIPTOR, ADVICE),
        HookTarget.in(CLIENTS + "MinimalH2AsyncClient", METHOD, DESCRIPTOR, ADVICE));
  }

  @Override
  public @Nullable OutboundCall outboundCall(String method, Object client, Object[] arguments) {
    Object handler = arguments[0];
    if (handler == null || InterfaceProxy.isOurs(handler)) {
      return null;
    }
    MinimalApi5 api = APIS.get(client.getClass());
    @Nullable Object[] sent = api.sentBy(handler, arguments[CONTEXT]);
    Object request = sent == null ? null : sent[0];
    return sent == null || request == null
        ? null
        : new MinimalCall5(api, client, arguments, request, sent);
  }
}
