package dev.penstock.instrument.vertxclient;

import dev.penstock.http.OutboundCall;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.OutboundHook;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hook for calls of the HTTP client of Vert.x 4.5 and 5, and of its WebClient. */
public final class VertxClientHook implements OutboundHook {
  /*
   * All other methods that start a request call the first method. Vert.x 4 also has the second
   * one, and neither of the two calls the other. Here the request has no connection yet, so a held
   * call occupies none. Header fields that the application adds to the request later are unknown.
   */
  private static final String CLIENT = "io.vertx.core.http.impl.HttpClientImpl";
  private static final String REQUEST = "request";
  private static final String OPTIONS = "(Lio/vertx/core/http/RequestOptions;";

  @Override
  public String name() {
    return "vertx-client";
  }

  @Override
  public List<HookTarget> targets() {
    return List.of(
        HookTarget.in(CLIENT, REQUEST, OPTIONS + ")Lio/vertx/core/Future;", ADVICE),
        HookTarget.in(CLIENT, REQUEST, OPTIONS + "Lio/vertx/core/Handler;)V", ADVICE));
  }

  @Override
  public @Nullable OutboundCall outboundCall(String method, Object client, Object[] arguments) {
    for (Object argument : arguments) {
      if (argument == null) {
        return null; // the library reports the error
      }
    }
    VertxClientApi api = VertxClientApi.of(client.getClass());
    boolean retry = api.redirects().isRedirect(client, arguments[0]);
    return new RequestCall(api, client, arguments, retry);
  }
}
