package dev.penstock.instrument.grpc.calls;

import dev.penstock.instrument.Handles;
import dev.penstock.instrument.InterfaceProxy;
import io.grpc.Status;
import io.grpc.internal.ServerStreamListener;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Passes the events of a stream on in order, and keeps them while its call waits. */
final class StreamEvents {
  /*
   * A transport insists on a listener before a stream is used, but the library makes its listener
   * only when the call continues. Until then, events are kept. Few can come: no message is read
   * before the library requests one.
   *
   * The kept events are passed on when the library has started the call, on that thread. Events
   * that come meanwhile, on another thread of the transport, are kept behind them.
   */
  private static final Map<String, Method> METHODS = methods();

  private final Consumer<Status> closed;
  private final ServerStreamListener proxy;
  private final HeldOperations events = new HeldOperations();
  private volatile @Nullable ServerStreamListener listener;

  /**
   * @param closed runs when the stream has ended, before the library is told
   */
  StreamEvents(Consumer<Status> closed) {
    this.closed = closed;
    events.hold();
    proxy =
        (ServerStreamListener)
            InterfaceProxy.of(
                ServerStreamListener.class,
                /* original= */ null,
                (method, arguments, original) -> {
                  receive(method, arguments);
                  return null;
                });
  }

  private static Map<String, Method> methods() {
    Map<String, Method> methods = new HashMap<>();
    for (Method each : ServerStreamListener.class.getMethods()) {
      methods.put(each.getName(), each);
    }
    return Map.copyOf(methods);
  }

  /** The listener for the transport. */
  ServerStreamListener proxy() {
    return proxy;
  }

  /** Sets the listener of the library. */
  void passTo(ServerStreamListener newListener) {
    listener = newListener;
  }

  /** True if the library has started the call. */
  boolean hasListener() {
    return listener != null;
  }

  /** Passes on what was kept, and from now on everything at once. */
  void open() {
    events.open();
  }

  /** From now on, ignores all events: the call is rejected. */
  void discard() {
    events.discard();
  }

  private void receive(String method, Object[] arguments) {
    if (method.equals("closed")) {
      closed.accept((Status) arguments[0]);
    }
    events.add(() -> passOn(method, arguments));
  }

  private void passOn(String method, Object[] arguments) {
    Method event = METHODS.get(method);
    if (event == null) {
      return;
    }
    try {
      event.invoke(listener, arguments);
    } catch (InvocationTargetException thrown) {
      throw Handles.unchecked(thrown.getCause() == null ? thrown : thrown.getCause());
    } catch (IllegalAccessException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
