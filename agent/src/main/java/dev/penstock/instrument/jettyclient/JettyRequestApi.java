package dev.penstock.instrument.jettyclient;

import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Requests of the Jetty client, read and aborted through method handles. */
final class JettyRequestApi {
  private final FieldsApi fields;
  private final MethodHandle getMethod;
  private final MethodHandle getScheme;
  private final MethodHandle getHost;
  private final MethodHandle getPort;
  private final MethodHandle getPath;
  private final MethodHandle getQuery;
  private final MethodHandle getHeaders;
  private final MethodHandle getAbortCause;
  private final MethodHandle abort;
  private final MethodHandle getConversation;
  private final MethodHandle getExchanges;
  private final MethodHandle getExchangeRequest;

  JettyRequestApi(JettyNames names, Class<?> type) {
    Handles request = new Handles(names.api(type, "Request"));
    fields = new FieldsApi(type);
    getMethod = request.bindAny("getMethod");
    getScheme = request.bindAny("getScheme");
    getHost = request.bindAny("getHost");
    getPort = request.bindAny("getPort");
    getPath = request.bindAny("getPath");
    getQuery = request.bindAny("getQuery");
    getHeaders = request.bindAny("getHeaders");
    getAbortCause = request.bindAny("getAbortCause");
    abort = request.bindAny("abort", Throwable.class);
    Class<?> conversationType = names.inside(type, "HttpConversation");
    getConversation =
        internalGetter(names.inside(type, "HttpRequest"), "getConversation", conversationType);
    getExchanges = new Handles(conversationType).bindAny("getExchanges");
    getExchangeRequest = new Handles(names.inside(type, "HttpExchange")).bindAny("getRequest");
  }

  /** A getter that is not public in all versions. */
  static MethodHandle internalGetter(Class<?> type, String name, Class<?> result) {
    try {
      MethodHandle getter =
          MethodHandles.privateLookupIn(type, MethodHandles.lookup())
              .findVirtual(type, name, MethodType.methodType(result));
      return getter.asType(getter.type().generic());
    } catch (ReflectiveOperationException closed) {
      return new Handles(type).bindAny(name);
    }
  }

  String method(Object request) {
    return Handles.call(getMethod, request) instanceof String method ? method : "GET";
  }

  @Nullable String scheme(Object request) {
    return (String) Handles.call(getScheme, request);
  }

  @Nullable String host(Object request) {
    return (String) Handles.call(getHost, request);
  }

  int port(Object request) {
    return Handles.call(getPort, request) instanceof Integer port && port > 0 ? port : -1;
  }

  @Nullable String path(Object request) {
    return (String) Handles.call(getPath, request);
  }

  @Nullable String query(Object request) {
    return (String) Handles.call(getQuery, request);
  }

  @Nullable String header(Object request, String name) {
    return fields.first(Handles.get(getHeaders, request), name);
  }

  @Nullable String headerLines(Object request, String name) {
    return fields.joined(Handles.get(getHeaders, request), name);
  }

  boolean isAborted(Object request) {
    return Handles.call(getAbortCause, request) != null;
  }

  void abort(Object request, Throwable why) {
    Handles.call(abort, request, why);
  }

  /** Returns the conversation that a request shares with its follow-up requests. */
  Object conversation(Object request) {
    return Handles.get(getConversation, request);
  }

  /** True for a follow-up request, such as a redirect or one with credentials. */
  boolean follows(Object request) {
    Deque<?> exchanges = (Deque<?>) Handles.get(getExchanges, conversation(request));
    Object last = exchanges.peekLast();
    return last != null && Handles.get(getExchangeRequest, last) != request;
  }
}
