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
   * All requests pass through the instrumented method, also those that follow from a response;
   * these belong to the same conversation. A blocking caller waits for a listener elsewhere. So no
   * thread needs to be blocked here, and a thread of the client must not be.
   */
  private static final String CLIENT = "org.eclipse.jetty.client.HttpClient";
  private static final String REQUEST = "org.eclipse.jetty.client.HttpRequest";
  private static final String NEWER = "org.eclipse.jetty.client.transport.";
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
            CLIENT, "send", "(L" + REQUEST.replace('.', '/') + ";Ljava/util/List;)V", ADVICE),
        HookTarget.in(REQUEST, ABORT, "(Ljava/lang/Throwable;)Z", ADVICE),
        HookTarget.in(
            NEWER + "HttpDestination",
            "send",
            "(Lorg/eclipse/jetty/client/Request;"
                + "Lorg/eclipse/jetty/client/Response$CompleteListener;)V",
            ADVICE),
        HookTarget.in(
            NEWER + "HttpRequest",
            ABORT,
            "(Ljava/lang/Throwable;)Ljava/util/concurrent/CompletableFuture;",
            ADVICE));
  }

  @Override
  public @Nullable OutboundCall outboundCall(String method, Object place, Object[] arguments) {
    if (method.equals(ABORT)) {
      abort(place);
      return null;
    }
    JettyApi api = apis.get(arguments[0].getClass());
    return api.requests().isAborted(arguments[0])
        ? null
        : new JettySend(api, waiting, place, arguments);
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
