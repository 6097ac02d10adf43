package dev.penstock.instrument.armeriaclient;

import dev.penstock.http.OutboundCall;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.OutboundHook;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hook for calls of the clients of Armeria. */
public final class ArmeriaClientHook implements OutboundHook {
  /*
   * The innermost client, behind all decorators of the application and before a connection is
   * acquired. The decorators that retry and follow redirects call it for each request.
   */
  private static final String ARMERIA = "com/linecorp/armeria/";

  @Override
  public String name() {
    return "armeria-client";
  }

  @Override
  public List<HookTarget> targets() {
    return List.of(
        HookTarget.in(
            "com.linecorp.armeria.client.HttpClientDelegate",
            "execute",
            "(L"
                + ARMERIA
                + "client/ClientRequestContext;L"
                + ARMERIA
                + "common/HttpRequest;)L"
                + ARMERIA
                + "common/HttpResponse;",
            ADVICE));
  }

  @Override
  public @Nullable OutboundCall outboundCall(String method, Object client, Object[] arguments) {
    ArmeriaClientApi api = ArmeriaClientApi.of(client.getClass());
    // The library itself reports a request that was cancelled before.
    return api.contexts().isCancelled(arguments[0])
        ? null
        : new ArmeriaCall(api, client, arguments);
  }
}
