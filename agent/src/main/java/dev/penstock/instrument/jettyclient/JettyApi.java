package dev.penstock.instrument.jettyclient;

import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Jetty's client of one application, of whatever version, called through handles bound once. */
abstract class JettyApi {
  /*
   * What differs between versions is where a request can be held up, and how it is given to the
   * library again, listened to, and made known to its conversation without being sent.
   */
  private final JettyRequestApi requests;
  private final JettyResponseApi answers;
  private final MethodHandle getExecutor;

  /**
   * @param names where the version has its types
   * @param type any class of the library
   */
  JettyApi(JettyNames names, Class<?> type) {
    requests = new JettyRequestApi(names, type);
    answers = new JettyResponseApi(names, type);
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

  /** Gives a request to the library again, by the method where it was held up. */
  abstract void send(Object place, Object[] arguments);

  /**
   * Has an agent's listener hear of the answer, before the application does if that is possible.
   */
  abstract void listen(Object[] arguments, Object listener);

  /** Makes a request known as one that was given to the library, so that it can be aborted. */
  abstract void expect(Object place, Object[] arguments);

  /** The client in whose method, or in a method of whose, a request was held up. */
  abstract Object client(Object place);

  /** Where the client of this version lets its users' code run. */
  final @Nullable Executor executor(Object place) {
    return (Executor) Handles.call(getExecutor, client(place));
  }
}
