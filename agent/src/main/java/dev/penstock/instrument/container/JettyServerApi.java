package dev.penstock.instrument.container;

import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Runs the handlers of a Jetty 12 later, on its own threads, through handles bound once. */
final class JettyServerApi {
  private static final int NOT_FOUND = 404;

  private final MethodHandle getConnectionMetaData;
  private final MethodHandle getConnector;
  private final MethodHandle getServer;
  private final MethodHandle getHandler;
  private final MethodHandle handle;
  private final MethodHandle writeError;
  private final MethodHandle failed;
  private final MethodHandle newCallback;
  private final MethodHandle consumeAll;
  private final MethodHandle getComponents;
  private final MethodHandle getThreadPool;
  private final MethodHandle getScheduler;
  private final MethodHandle schedule;

  /**
   * @param requestType Jetty's interface of requests
   */
  JettyServerApi(Class<?> requestType) {
    Class<?> response = sibling(requestType, "server.Response");
    Class<?> callback = sibling(requestType, "util.Callback");
    Class<?> source = sibling(requestType, "io.Content$Source");
    Handles request = new Handles(requestType);
    getConnectionMetaData = request.bindAny("getConnectionMetaData");
    getConnector = bind(requestType, "server.ConnectionMetaData", "getConnector");
    getServer = bind(requestType, "server.Connector", "getServer");
    getHandler = bind(requestType, "server.Server", "getHandler");
    handle = bind(requestType, "server.Server", "handle", requestType, response, callback);
    writeError =
        new Handles(response).bindAny("writeError", requestType, response, callback, int.class);
    failed = new Handles(callback).bindAny("failed", Throwable.class);
    newCallback = new Handles(callback).bindAny("from", Runnable.class, Consumer.class);
    consumeAll = new Handles(source).bindAny("consumeAll", source, callback);
    getComponents = request.bindAny("getComponents");
    getThreadPool = bind(requestType, "server.Components", "getThreadPool");
    getScheduler = bind(requestType, "server.Components", "getScheduler");
    schedule =
        new Handles(sibling(requestType, "util.thread.Scheduler"))
            .bindAny("schedule", Runnable.class, long.class, TimeUnit.class);
  }

  private static MethodHandle bind(
      Class<?> type, String sibling, String method, Class<?>... parameters) {
    return new Handles(sibling(type, sibling)).bindAny(method, parameters);
  }

  private static Class<?> sibling(Class<?> type, String name) {
    return Handles.sibling(type, "org.eclipse.jetty." + name);
  }

  private Object server(Object request) {
    return Handles.get(getServer, Handles.get(getConnector, connection(request)));
  }

  private Object connection(Object request) {
    return Handles.get(getConnectionMetaData, request);
  }

  /** The first handler of the server that has received a request; null if it has none. */
  @Nullable Object firstHandler(Object request) {
    return Handles.call(getHandler, server(request));
  }

  /** Passes a request to its server again, as Jetty does. */
  void handle(Object request, Object response, Object callback) {
    try {
      Object handled = (Object) handle.invokeExact(server(request), request, response, callback);
      if (Boolean.FALSE.equals(handled)) {
        Object unused =
            (Object) writeError.invokeExact(request, response, callback, (Object) NOT_FOUND);
      }
    } catch (Throwable thrown) {
      Object unused = Handles.call(failed, callback, thrown);
    }
  }

  /** A callback that reads the rest of the body before it completes another one. */
  Object afterBody(Object request, Object callback) {
    Runnable succeeded = () -> Handles.call(consumeAll, request, callback);
    Consumer<Throwable> broken = thrown -> Handles.call(failed, callback, thrown);
    return Handles.get(newCallback, succeeded, broken);
  }

  /** Runs a task on a thread of the server. */
  void run(Object request, Runnable task) {
    Object components = Handles.get(getComponents, request);
    ((Executor) Handles.get(getThreadPool, components)).execute(task);
  }

  /** Runs a task on a thread of the server after a delay. */
  void runAfter(long millis, Object request, Runnable task) {
    Object scheduler = Handles.get(getScheduler, Handles.get(getComponents, request));
    Runnable due = () -> run(request, task);
    try {
      Object unused =
          (Object)
              schedule.invokeExact(
                  scheduler, (Object) due, (Object) millis, (Object) TimeUnit.MILLISECONDS);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }
}
