package dev.penstock.instrument.micronautclient;

import dev.penstock.http.OutboundCall;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.OutboundHook;
import dev.penstock.instrument.WeakIdentityMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hook for calls of the Netty client of Micronaut 4. */
public final class MicronautClientHook implements OutboundHook {
  /*
   * All calls pass through the first method, blocking ones, streams and declarative clients
   * included: behind the filters of the application and before a connection is acquired. The
   * client passes the request that follows a redirect to the second method before.
   */
  private static final String CLIENT = "io.micronaut.http.client.netty.DefaultHttpClient";
  private static final String REDIRECT = "resolveRedirectURI";
  private static final String FLOW = "Lio/micronaut/core/execution/ExecutionFlow;";
  private static final String REQUEST = "Lio/micronaut/http/HttpRequest;";
  private static final Object RECORDED = new Object();

  private final WeakIdentityMap<Object> redirects = new WeakIdentityMap<>();

  @Override
  public String name() {
    return "micronaut-client";
  }

  @Override
  public List<HookTarget> targets() {
    return List.of(
        HookTarget.in(
            CLIENT,
            MicronautClientApi.SEND,
            "(Lio/micronaut/core/propagation/PropagatedContext;"
                + "Ljava/util/concurrent/atomic/AtomicReference;"
                + "Lio/micronaut/http/client/netty/BlockHint;"
                + "Lio/micronaut/http/MutableHttpRequest;Ljava/util/function/BiFunction;)"
                + FLOW,
            ADVICE),
        HookTarget.in(CLIENT, REDIRECT, "(" + REQUEST + REQUEST + ")" + FLOW, ADVICE));
  }

  @Override
  public @Nullable OutboundCall outboundCall(String method, Object client, Object[] arguments) {
    if (method.equals(REDIRECT)) {
      redirects.put(arguments[1], RECORDED);
      return null;
    }
    boolean retry = redirects.remove(arguments[3]) != null;
    return new MicronautCall(MicronautClientApi.of(client.getClass()), client, arguments, retry);
  }
}
