package dev.penstock.instrument.apache.v50;

import dev.penstock.http.OutboundCall;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.InterfaceProxy;
import dev.penstock.instrument.OutboundHook;
import dev.penstock.instrument.apache.Schedule5;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Hook for calls of the asynchronous clients of Apache HttpClient 5.0, HTTP/2 included. */
public final class HttpAsyncClient50Hook implements OutboundHook {
  /*
   * Version 5.0 lacks the method that HttpAsyncClient5Hook uses. So the producer sends to a
   * recording channel here, as for clients of version 4.
   */
  private static final String CLIENT =
      "org.apache.hc.client5.http.impl.async.InternalAbstractHttpAsyncClient";
  private static final String DESCRIPTOR =
      "(Lorg/apache/hc/core5/http/HttpHost;"
          + "Lorg/apache/hc/core5/http/nio/AsyncRequestProducer;"
          + "Lorg/apache/hc/core5/http/nio/AsyncResponseConsumer;"
          + "Lorg/apache/hc/core5/http/nio/HandlerFactory;"
          + "Lorg/apache/hc/core5/http/protocol/HttpContext;"
          + "Lorg/apache/hc/core5/concurrent/FutureCallback;)Ljava/util/concurrent/Future;";
  private static final int PRODUCER = 1;
  private static final int CONTEXT = 4;

  private static final ClassValue<Optional<AsyncApi50>> APIS =
      new ClassValue<>() {
        @Override
        protected Optional<AsyncApi50> computeValue(Class<?> client) {
          boolean isLater = Schedule5.of(client) != null;
          return isLater ? Optional.empty() : Optional.of(new AsyncApi50(client));
        }
      };

  @Override
  public String name() {
    return "apache-async-client-5.0";
  }

  @Override
  public List<HookTarget> targets() {
    return List.of(HookTarget.in(CLIENT, "doExecute", DESCRIPTOR, ADVICE));
  }

  @Override
  public @Nullable OutboundCall outboundCall(String method, Object client, Object[] arguments) {
    AsyncApi50 api = APIS.get(client.getClass()).orElse(null);
    Object producer = arguments[PRODUCER];
    if (api == null || producer == null || InterfaceProxy.isOurs(producer)) {
      return null;
    }
    @Nullable Object[] sent = api.sentBy(producer, arguments[CONTEXT]);
    Object request = sent == null ? null : sent[0];
    return sent == null || request == null
        ? null
        : new AsyncCall50(api, client, arguments, request, sent);
  }
}
