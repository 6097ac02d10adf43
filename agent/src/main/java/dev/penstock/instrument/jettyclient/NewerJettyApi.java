package dev.penstock.instrument.jettyclient;

import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;

/** The Jetty client from 12 on, where the destination sends requests. */
final class NewerJettyApi extends JettyApi {
  private final MethodHandle getHttpClient;
  private final MethodHandle send;
  private final MethodHandle onResponseHeaders;
  private final MethodHandle onComplete;
  private final MethodHandle getResponseListeners;
  private final MethodHandle addCompleteListener;
  private final MethodHandle exchange;

  NewerJettyApi(Class<?> type) {
    super(JettyNames.NEWER, type);
    JettyNames names = JettyNames.NEWER;
    Class<?> completeType = names.api(type, "Response$CompleteListener");
    Class<?> requestType = names.api(type, "Request");
    Class<?> destinationType = names.inside(type, "HttpDestination");
    Class<?> httpRequestType = names.inside(type, "HttpRequest");
    Handles destination = new Handles(destinationType);
    Handles request = new Handles(requestType);
    getHttpClient = destination.bindAny("getHttpClient");
    send = destination.bindAny("send", requestType, completeType);
    onResponseHeaders =
        request.bindAny("onResponseHeaders", names.api(type, "Response$HeadersListener"));
    onComplete = request.bindAny("onComplete", completeType);
    getResponseListeners = new Handles(httpRequestType).bindAny("getResponseListeners");
    addCompleteListener =
        new Handles(names.inside(type, "ResponseListeners"))
            .bindAny("addCompleteListener", completeType, boolean.class);
    exchange =
        new Handles(names.inside(type, "HttpExchange"))
            .bindConstructor(destinationType, httpRequestType);
  }

  @Override
  void send(Object place, Object[] arguments) {
    if (isConnection(place)) {
      connections().send(place, arguments);
    } else {
      Handles.call(send, place, arguments[0], arguments[1]);
    }
  }

  @Override
  void listen(Object[] arguments, Object listener) {
    Handles.call(onResponseHeaders, arguments[0], listener);
    Handles.call(onComplete, arguments[0], listener);
  }

  @Override
  void expect(Object place, Object[] arguments) {
    Object destination = isConnection(place) ? connections().destination(place) : place;
    if (arguments[1] != null) {
      Object listeners = Handles.get(getResponseListeners, arguments[0]);
      Handles.call(addCompleteListener, listeners, arguments[1], /* includeOtherEvents */ true);
    }
    Handles.call(exchange, destination, arguments[0]);
  }

  @Override
  Object client(Object place) {
    return isConnection(place) ? connections().client(place) : Handles.get(getHttpClient, place);
  }
}
