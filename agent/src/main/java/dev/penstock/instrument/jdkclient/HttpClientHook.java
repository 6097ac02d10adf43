package dev.penstock.instrument.jdkclient;

import dev.penstock.http.OutboundCall;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.OutboundHook;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hook for calls of {@code java.net.http.HttpClient}. */
public final class HttpClientHook implements OutboundHook {
  /*
   * Applications hold a facade, and the client lives as long as the facade is reachable. Its three
   * methods do not call each other, so each call is seen once. A call that waits for its turn holds
   * the facade and so keeps the client alive.
   *
   * No class of the client is referenced here, because a JVM may lack the module.
   */
  private static final String FACADE = "jdk.internal.net.http.HttpClientFacade";
  private static final String REQUEST_AND_BODY =
      "(Ljava/net/http/HttpRequest;Ljava/net/http/HttpResponse$BodyHandler;";
  private static final String FUTURE = ")Ljava/util/concurrent/CompletableFuture;";

  @Override
  public String name() {
    return "http-client";
  }

  @Override
  public List<HookTarget> targets() {
    return List.of(
        HookTarget.in(FACADE, "send", REQUEST_AND_BODY + ")Ljava/net/http/HttpResponse;", ADVICE),
        HookTarget.in(FACADE, "sendAsync", REQUEST_AND_BODY + FUTURE, ADVICE),
        HookTarget.in(
            FACADE,
            "sendAsync",
            REQUEST_AND_BODY + "Ljava/net/http/HttpResponse$PushPromiseHandler;" + FUTURE,
            ADVICE));
  }

  @Override
  public @Nullable OutboundCall outboundCall(String method, Object facade, Object[] arguments) {
    if (arguments[0] == null || arguments[1] == null) {
      return null; // the client reports the error
    }
    return method.equals("send")
        ? new BlockingSend(arguments[0])
        : new AsyncSend(facade, arguments);
  }
}
