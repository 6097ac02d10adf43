package dev.penstock.instrument.jettyclient;

import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The Jetty client of one application, in any supported version. */
abstract class JettyApi {
  /*
   * Versions differ in the method where a request is held, and in how a request is sent again,
   * observed and registered with its conversation without being sent.
   */
  private final JettyRequestApi requests;
  private final JettyResponseApi answers;
  private final MethodHandle getExecutor;
  private final JettyConnectionApi connections;

  /**
   * @param names the packages of the version
   * @param type any class of the library
   */
  JettyApi(JettyNames names, Class<?> type) {
    requests = new JettyRequestApi(names, type);
    answers = new JettyResponseApi(names, type);
    connections = new JettyConnectionApi(names, type);
    getExecutor =
        new Handles(Handles.sibling(type, "org.eclipse.jetty.client.HttpClient"))
            .bindAny("getExecutor");
  }

  final JettyRequestApi requests() {
    return requests;
  }

  final JettyResponseApi answers() {
    return answers;
  }

  final JettyConnectionApi connections() {
    return connections;
  }

  /** True if the application has sent a request on a connection. */
  final boolean isConnection(Object place) {
    return connections.isConnection(place);
  }

  /** Sends a request again through the method where it was held. */
  abstract void send(Object place, Object[] arguments);

  /** Adds a listener of the agent for the response, if possible before those of the application. */
  abstract void listen(Object[] arguments, Object listener);

  /** Registers a request with the library without sending it, so that it can be aborted. */
  abstract void expect(Object place, Object[] arguments);

  /** Returns the client of the object whose method was held. */
  abstract Object client(Object place);

  /** Returns the executor on which the client runs application code. */
  final @Nullable Executor executor(Object place) {
    return (Executor) Handles.call(getExecutor, client(place));
  }
}
