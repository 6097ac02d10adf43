package dev.penstock.instrument.jdkclient;

import dev.penstock.http.OutboundCall;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.OutboundHook;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Calls of {@code java.net.http.HttpClient}. */
public final class HttpClientHook implements OutboundHook {
  /*
   * What applications hold is a facade over the client, which lives as long as the facade is held.
   * Its three methods lead into the client without calling each other, so each call comes by once;
   * and a call that waits for its turn holds the facade, so the client is still there afterwards.
   *
   * No type of the client is named here: a JVM may be without it.
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
      return null; // the client will say what it thinks of that
    }
    return method.equals("send")
        ? new BlockingSend(arguments[0])
        : new AsyncSend(facade, arguments);
  }
}
