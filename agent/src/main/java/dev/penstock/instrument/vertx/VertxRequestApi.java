package dev.penstock.instrument.vertx;

import dev.penstock.instrument.Handles;
import dev.penstock.instrument.HeaderLines;
import dev.penstock.instrument.server.RequestReader;
import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Reads requests of Vert.x 4 or 5, through handles bound once. */
final class VertxRequestApi implements RequestReader {
  private static final String REQUEST = "io.vertx.core.http.HttpServerRequest";
  private static final String CONNECTION = "io.vertx.core.net.impl.ConnectionBase";

  private final Class<?> handlerType;
  private final VertxResponseApi responses;
  private final VertxCookies cookies;
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
  private final MethodHandle localAddress;
  private final MethodHandle port;
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
    cookies = new VertxCookies(requestType);
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
    localAddress = request.bindAny("localAddress");
    port = sibling(requestType, "net.SocketAddress").bind("port", int.class);
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
    return Handles.get(response, request);
  }

  /** The connection of a request; null if there is none, as in some wrappers. */
  @Nullable Object connection(Object request) {
    return Handles.call(connection, request);
  }

  /** The Netty channel of the connection of a request; null if it is not accessible. */
  @Nullable Object channel(Object request) {
    Object connection = connection(request);
    Class<?> type =
        connection == null ? null : Handles.typeNamed(connection.getClass(), CONNECTION);
    return type == null ? null : Handles.call(new Handles(type).bindAny("channel"), connection);
  }

  @Override
  public String method(Object request) {
    return String.valueOf(Handles.call(method, request));
  }

  @Override
  public @Nullable String rawPath(Object request) {
    return Handles.text(path, request);
  }

  @Override
  public @Nullable String query(Object request) {
    return Handles.text(query, request);
  }

  @Override
  public @Nullable String header(Object request, String name) {
    return Handles.text(getHeader, request, name);
  }

  @Override
  public @Nullable String headerLines(Object request, String name) {
    return HeaderLines.compact((List<?>) Handles.call(getAll, Handles.get(headers, request), name));
  }

  @Override
  public @Nullable String cookie(Object request, String name) {
    return cookies.value(request, name);
  }

  /** The host of the request in HTTP/2. */
  @Nullable String authority(Object request) {
    Object value = Handles.call(authority, request);
    return value == null ? null : value.toString();
  }

  @Override
  public @Nullable String remoteAddress(Object request) {
    Object address = Handles.call(remoteAddress, request);
    return address == null ? null : Handles.text(hostAddress, address);
  }

  @Override
  public int localPort(Object request) {
    Object address = Handles.call(localAddress, request);
    return address == null ? 0 : Handles.number(port, address);
  }

  /** Calls a handler of the application. */
  void handle(Object handler, Object request) {
    try {
      handle.invokeExact(handler, request);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  /** Runs a task after a delay, on the event loop of the current thread. */
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

  /** Runs a task when a stage completes, on the event loop of the current thread. */
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

  /** A handler that resumes the body if it was paused, and runs a task. */
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

  /** Pauses the body, as the router does for its own asynchronous handlers. */
  private void pause(boolean paused, Object request) {
    if (paused) {
      Object unused = Handles.call(pause, request);
    }
  }
}
