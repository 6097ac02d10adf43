package dev.penstock.instrument.jettyclient;

import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
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
  private final MethodHandle onResponseHeaders;
  private final MethodHandle onComplete;
  private final MethodHandle getResponseListeners;

  OlderJettyApi(Class<?> type) {
    super(JettyNames.OLDER, type);
    JettyNames names = JettyNames.OLDER;
    Class<?> requestType = names.api(type, "Request");
    Class<?> completeType = names.api(type, "Response$CompleteListener");
    Handles request = new Handles(requestType);
    send = request.bindAny("send", completeType);
    onResponseHeaders =
        request.bindAny("onResponseHeaders", names.api(type, "Response$HeadersListener"));
    onComplete = request.bindAny("onComplete", completeType);
    getResponseListeners =
        JettyRequestApi.internalGetter(
            names.inside(type, "HttpRequest"), "getResponseListeners", List.class);
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
  void send(Object place, Object[] arguments) {
    if (isConnection(place)) {
      connections().send(place, arguments);
    } else {
      Handles.call(send, arguments[0], /* listener */ null);
    }
  }

  @Override
  @SuppressWarnings("unchecked") // the library defines its element type
  void listen(Object[] arguments, Object listener) {
    if (arguments[1] instanceof List<?> listeners) {
      ((List<Object>) listeners).add(0, listener);
    } else {
      Handles.call(onResponseHeaders, arguments[0], listener);
      Handles.call(onComplete, arguments[0], listener);
    }
  }

  @Override
  void expect(Object place, Object[] arguments) {
    if (isConnection(place)) {
      List<Object> listeners =
          new ArrayList<>((List<?>) Handles.get(getResponseListeners, arguments[0]));
      if (arguments[1] != null) {
        listeners.add(arguments[1]);
      }
      Handles.call(exchange, connections().destination(place), arguments[0], listeners);
    } else {
      Handles.call(exchange, destination(place, arguments[0]), arguments[0], arguments[1]);
    }
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
  Object client(Object place) {
    return isConnection(place) ? connections().client(place) : place;
  }
}
