package dev.penstock.instrument.jettyclient;

import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The Jetty client from 9.4 to 11, where the client itself sends all requests. */
final class OlderJettyApi extends JettyApi {
  /*
   * The instrumented method gets the request and the list of its listeners, and is not public. So a
   * request is sent again through the public method without another listener. In versions that set
   * the timeout before this point, that also restarts the timeout.
   */
  private final MethodHandle send;
  private final @Nullable MethodHandle resolveDestination;
  private final MethodHandle getDestination;
  private final MethodHandle exchange;

  OlderJettyApi(Class<?> type) {
    super(JettyNames.OLDER, type);
    JettyNames names = JettyNames.OLDER;
    Class<?> requestType = names.api(type, "Request");
    send = new Handles(requestType).bindAny("send", names.api(type, "Response$CompleteListener"));
    Handles client = new Handles(names.inside(type, "HttpClient"));
    resolveDestination = client.bindIfPresent("resolveDestination", requestType);
    getDestination =
        resolveDestination == null
            ? client.bindAny("getDestination", String.class, String.class, int.class)
            : resolveDestination;
    exchange =
        new Handles(names.inside(type, "HttpExchange"))
            .bindConstructor(
                names.inside(type, "HttpDestination"),
                names.inside(type, "HttpRequest"),
                List.class);
  }

  @Override
  void send(Object client, Object[] arguments) {
    Handles.call(send, arguments[0], /* listener */ null);
  }

  @Override
  @SuppressWarnings("unchecked") // the library defines its element type
  void listen(Object[] arguments, Object listener) {
    ((List<Object>) arguments[1]).add(0, listener);
  }

  @Override
  void expect(Object client, Object[] arguments) {
    Handles.call(exchange, destination(client, arguments[0]), arguments[0], arguments[1]);
  }

  private Object destination(Object client, Object request) {
    if (resolveDestination != null) {
      return Handles.get(resolveDestination, client, request);
    }
    Object scheme = requests().scheme(request);
    Object host = requests().host(request);
    Object port = requests().port(request);
    try {
      return (Object) getDestination.invokeExact(client, scheme, host, port);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  @Override
  Object client(Object client) {
    return client;
  }
}
