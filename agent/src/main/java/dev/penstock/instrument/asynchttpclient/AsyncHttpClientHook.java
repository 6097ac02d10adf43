package dev.penstock.instrument.asynchttpclient;

import dev.penstock.http.OutboundCall;
import dev.penstock.http.OutboundPermit;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.OutboundHook;
import dev.penstock.instrument.WeakIdentityMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hook for calls of AsyncHttpClient 2.12 and 3. */
public final class AsyncHttpClientHook implements OutboundHook {
  /*
   * All requests pass through the first method, after the filters and before they get a connection.
   * The first request of a call has no future yet; redirects, authentication and retries have the
   * future of their call. The library tests the types of the handlers that an application passes,
   * so a handler cannot be wrapped. Therefore the second method reports the response. It returns
   * true if the library itself handles the response, such as a redirect.
   */
  private static final String PACKAGE = "org.asynchttpclient.";
  private static final String INTERNAL_NAME = "Lorg/asynchttpclient/";
  private static final String NETTY = "Lio/netty/";
  private static final String RECEIVE = "exitAfterIntercept";

  private final WeakIdentityMap<OutboundPermit> sent = new WeakIdentityMap<>();

  @Override
  public String name() {
    return "async-http-client";
  }

  @Override
  public List<HookTarget> targets() {
    return List.of(
        HookTarget.in(
            PACKAGE + "netty.request.NettyRequestSender",
            "sendRequest",
            "("
                + INTERNAL_NAME
                + "Request;"
                + INTERNAL_NAME
                + "AsyncHandler;"
                + INTERNAL_NAME
                + "netty/NettyResponseFuture;)"
                + INTERNAL_NAME
                + "ListenableFuture;",
            ADVICE),
        HookTarget.in(
            PACKAGE + "netty.handler.intercept.Interceptors",
            RECEIVE,
            "("
                + NETTY
                + "channel/Channel;"
                + INTERNAL_NAME
                + "netty/NettyResponseFuture;"
                + INTERNAL_NAME
                + "AsyncHandler;"
                + NETTY
                + "handler/codec/http/HttpResponse;"
                + INTERNAL_NAME
                + "HttpResponseStatus;"
                + NETTY
                + "handler/codec/http/HttpHeaders;)Z",
            ADVICE));
  }

  @Override
  public @Nullable OutboundCall outboundCall(String method, Object place, Object[] arguments) {
    AsyncHttpApi api = AsyncHttpApi.of(place.getClass());
    if (method.equals(RECEIVE)) {
      return response(api, arguments);
    }
    if (arguments[2] == null) {
      return new FirstRequest(api, sent, place, arguments);
    }
    // A request to a proxy to connect to the host is not a request of the application.
    return api.isConnecting(arguments[2]) ? null : new RepeatedRequest(api, place, arguments);
  }

  private @Nullable OutboundCall response(AsyncHttpApi api, Object[] arguments) {
    if (sent.isEmpty()) {
      return null;
    }
    Object request = api.currentRequest(arguments[1]);
    OutboundPermit permit = sent.get(arguments[1]);
    if (permit == null) {
      // The response can arrive before the method that sends the request has returned.
      permit = sent.get(request);
    }
    return permit == null ? null : new ReceivedResponse(api, permit, request, arguments);
  }
}
