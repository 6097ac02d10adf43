package dev.penstock.instrument.jettyclient;

import dev.penstock.http.OutboundCall;
import dev.penstock.instrument.Handles;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.OutboundHook;
import dev.penstock.instrument.WeakIdentityMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hook for calls of the Jetty client, 9.4 to 12. */
public final class JettyClientHook implements OutboundHook {
  /*
   * All requests pass through the first method, also those that follow from a response; these
   * belong to the same conversation. An application can also send a request on a connection; the
   * library itself sends a connection only what already passed the first method, and requests to
   * proxies. A blocking caller waits for a listener elsewhere. So no thread needs to be blocked
   * here, and a thread of the client must not be.
   */
  private static final String OLDER = "org.eclipse.jetty.client.";
  private static final String NEWER = "org.eclipse.jetty.client.transport.";
  private static final String CLIENT = OLDER + "HttpClient";
  private static final String REQUEST = OLDER + "HttpRequest";
  private static final String CONNECTION = "HttpConnection";
  private static final String SEND = "send";
  private static final String ABORT = "abort";

  private final WeakIdentityMap<JettySend> waiting = new WeakIdentityMap<>();
  private final ClassValue<JettyApi> apis =
      new ClassValue<>() {
        @Override
        protected JettyApi computeValue(Class<?> type) {
          // There are other types of requests, such as those for a WebSocket.
          Class<?> older = Handles.typeNamed(type, REQUEST);
          Class<?> newer = Handles.typeNamed(type, NEWER + "HttpRequest");
          return newer == null
              ? new OlderJettyApi(older == null ? type : older)
              : new NewerJettyApi(newer);
        }
      };

  @Override
  public String name() {
    return "jetty-client";
  }

  @Override
  public List<HookTarget> targets() {
    return List.of(
        HookTarget.in(
            CLIENT, SEND, "(L" + REQUEST.replace('.', '/') + ";Ljava/util/List;)V", ADVICE),
        HookTarget.in(
            OLDER + CONNECTION, SEND, requestAndListener("org/eclipse/jetty/client/api/"), ADVICE),
        HookTarget.in(REQUEST, ABORT, "(Ljava/lang/Throwable;)Z", ADVICE),
        HookTarget.in(
            NEWER + "HttpDestination",
            SEND,
            requestAndListener("org/eclipse/jetty/client/"),
            ADVICE),
        HookTarget.in(
            NEWER + CONNECTION, SEND, requestAndListener("org/eclipse/jetty/client/"), ADVICE),
        HookTarget.in(
            NEWER + "HttpRequest",
            ABORT,
            "(Ljava/lang/Throwable;)Ljava/util/concurrent/CompletableFuture;",
            ADVICE));
  }

  private static String requestAndListener(String types) {
    return "(L" + types + "Request;L" + types + "Response$CompleteListener;)V";
  }

  @Override
  public @Nullable OutboundCall outboundCall(String method, Object place, Object[] arguments) {
    if (method.equals(ABORT)) {
      abort(place);
      return null;
    }
    Object request = arguments[0];
    JettyApi api = apis.get(request.getClass());
    boolean noCall = api.requests().isAborted(request) || isForProxy(api, place, request);
    return noCall ? null : new JettySend(api, waiting, place, arguments);
  }

  /** True for a request of the library, which asks a proxy to connect to the host. */
  private static boolean isForProxy(JettyApi api, Object place, Object request) {
    return api.isConnection(place) && api.requests().method(request).equals("CONNECT");
  }

  /** Registers a waiting request with the library, which then aborts it. */
  private void abort(Object request) {
    if (!waiting.isEmpty()) {
      JettyApi api = apis.get(request.getClass());
      JettySend held = waiting.remove(api.requests().conversation(request));
      if (held != null) {
        held.aborting();
      }
    }
  }
}
