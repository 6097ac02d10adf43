package dev.penstock.instrument.vertx;

import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Requests of Vert.x 4 and 5 in one application, called through handles bound once. */
final class VertxRequestApi {
  private static final String REQUEST = "io.vertx.core.http.HttpServerRequest";
  private static final String CONNECTION = "io.vertx.core.net.impl.ConnectionBase";

  private final Class<?> handlerType;
  private final VertxResponseApi responses;
  private final RequestCookies cookies;
  private final MethodHandle response;
  private final MethodHandle connection;
  private final MethodHandle method;
  private final MethodHandle path;
  private final MethodHandle query;
  private final MethodHandle headers;
  private final MethodHandle getAll;
  private final MethodHandle getHeader;
  private final MethodHandle authority;
  private final MethodHandle remoteAddress;
  private final MethodHandle hostAddress;
  private final MethodHandle isEnded;
  private final MethodHandle pause;
  private final MethodHandle resume;
  private final MethodHandle currentContext;
  private final MethodHandle owner;
  private final MethodHandle runOnContext;
  private final MethodHandle setTimer;
  private final MethodHandle handle;

  VertxRequestApi(Class<?> type) {
    Class<?> requestType = Handles.typeNamed(type, REQUEST);
    if (requestType == null) {
      throw new IllegalStateException(type.getName() + " is no " + REQUEST);
    }
    Handles request = new Handles(requestType);
    handlerType = Handles.sibling(requestType, VertxHandler.TYPE);
    responses = new VertxResponseApi(requestType, handlerType);
    cookies = new RequestCookies(requestType);
    response = request.bindAny("response");
    connection = request.bindAny("connection");
    method = request.bindAny("method");
    path = request.bind("path", String.class);
    query = request.bind("query", String.class);
    headers = request.bindAny("headers");
    getAll = sibling(requestType, "MultiMap").bindAny("getAll", String.class);
    getHeader = request.bind("getHeader", String.class, String.class);
    authority = request.bindAny("authority");
    remoteAddress = request.bindAny("remoteAddress");
    hostAddress = sibling(requestType, "net.SocketAddress").bind("hostAddress", String.class);
    isEnded = request.bind("isEnded", boolean.class);
    pause = request.bindAny("pause");
    resume = request.bindAny("resume");
    currentContext = sibling(requestType, "Vertx").bindAny("currentContext");
    owner = sibling(requestType, "Context").bindAny("owner");
    runOnContext = sibling(requestType, "Context").bindAny("runOnContext", handlerType);
    setTimer = sibling(requestType, "Vertx").bindAny("setTimer", long.class, handlerType);
    handle = new Handles(handlerType).bind("handle", void.class, Object.class);
  }

  private static Handles sibling(Class<?> type, String name) {
    return new Handles(Handles.sibling(type, "io.vertx.core." + name));
  }

  Class<?> handlerType() {
    return handlerType;
  }

  VertxResponseApi responses() {
    return responses;
  }

  Object response(Object request) {
    try {
      return (Object) response.invokeExact(request);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  /** The connection that a request came on; null if there is none, as with some stand-ins. */
  @Nullable Object connection(Object request) {
    return Handles.call(connection, request);
  }

  /** The channel of the connection that a request came on; null if it is not to be had. */
  @Nullable Object channel(Object request) {
    Object connection = connection(request);
    Class<?> type =
        connection == null ? null : Handles.typeNamed(connection.getClass(), CONNECTION);
    return type == null ? null : Handles.call(new Handles(type).bindAny("channel"), connection);
  }

  String method(Object request) {
    return String.valueOf(Handles.call(method, request));
  }

  @Nullable String path(Object request) {
    return Handles.text(path, request);
  }

  @Nullable String query(Object request) {
    return Handles.text(query, request);
  }

  @Nullable String header(Object request, String name) {
    try {
      return (String) getHeader.invokeExact(request, name);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  @Nullable String headerLines(Object request, String name) {
    try {
      Object all = (Object) headers.invokeExact(request);
      Object lines = (Object) getAll.invokeExact(all, (Object) name);
      if (!(lines instanceof List<?> list) || list.isEmpty()) {
        return null;
      }
      StringBuilder joined = new StringBuilder().append(list.get(0));
      for (int i = 1; i < list.size(); i++) {
        joined.append(',').append(list.get(i));
      }
      return joined.toString();
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  /** The value of a cookie as Vert.x has parsed it. */
  @Nullable String cookie(Object request, String name) {
    return cookies.value(request, name);
  }

  /** Whom the request was sent to, as HTTP/2 says it. */
  @Nullable String authority(Object request) {
    Object value = Handles.call(authority, request);
    return value == null ? null : value.toString();
  }

  @Nullable String remoteAddress(Object request) {
    Object address = Handles.call(remoteAddress, request);
    return address == null ? null : Handles.text(hostAddress, address);
  }

  /** Lets a handler of the application handle a request. */
  void handle(Object handler, Object request) {
    try {
      handle.invokeExact(handler, request);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  /** Does something after this time, where this thread belongs. */
  void after(long millis, Object request, Runnable task) {
    try {
      Object vertx = (Object) owner.invokeExact((Object) currentContext.invokeExact());
      boolean paused = !(boolean) isEnded.invokeExact(request);
      Object timer = resuming(paused, request, task);
      Object unused = (Object) setTimer.invokeExact(vertx, (Object) millis, timer);
      pause(paused, request);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  /** Does something when this is complete, on whatever thread, where this thread belongs. */
  void after(CompletionStage<?> stage, Object request, Runnable task) {
    try {
      Object context = (Object) currentContext.invokeExact();
      boolean paused = !(boolean) isEnded.invokeExact(request);
      Object action = resuming(paused, request, task);
      Object unused = stage.thenRun(() -> Handles.call(runOnContext, context, action));
      pause(paused, request);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  private Object resuming(boolean paused, Object request, Runnable task) {
    return VertxHandler.of(
        handlerType,
        event -> {
          if (paused) {
            Object unused = Handles.call(resume, request);
          }
          task.run();
        });
  }

  /** Lets the body wait, as it does for the router's own handlers that take their time. */
  private void pause(boolean paused, Object request) {
    if (paused) {
      Object unused = Handles.call(pause, request);
    }
  }
}
