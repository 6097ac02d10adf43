package dev.penstock.instrument.grpc.calls;

import dev.penstock.bootstrap.Gate;
import dev.penstock.instrument.InterfaceProxy;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.internal.ServerStream;
import io.grpc.internal.ServerStreamListener;
import org.jspecify.annotations.Nullable;

/** Stands between a stream and the library: adds header fields, and sees the end of the call. */
final class GatedStream implements InterfaceProxy.Interceptor {
  /*
   * The library's interfaces for streams are internal, and versions add methods to them. So the
   * library gets a proxy, which passes on methods that are not known here.
   */
  private final ServerStream stream;
  private final GrpcExchange exchange;
  private final StreamEvents events;
  private @Nullable ServerStream proxy;
  private boolean headersSent;
  private boolean resuming;
  private volatile boolean held;

  GatedStream(ServerStream stream, GrpcExchange exchange) {
    this.stream = stream;
    this.exchange = exchange;
    events = new StreamEvents(exchange::closed);
  }

  /** The stream for the library. */
  synchronized ServerStream proxy() {
    if (proxy == null) {
      proxy = (ServerStream) InterfaceProxy.of(ServerStream.class, stream, this);
    }
    return proxy;
  }

  /** The call to decide about; null if the call continues without a decision. */
  @Nullable GrpcExchange resumed() {
    return exchange.isAdmitted() ? null : exchange;
  }

  /** Keeps the events of the stream until the call continues. */
  void hold() {
    if (!held) {
      held = true;
      stream.setListener(events.proxy());
    }
  }

  boolean isHeld() {
    return held;
  }

  /** Ends the stream in place of the application. */
  void reject(Status status, Metadata trailers) {
    events.discard();
    hold();
    stream.close(status, trailers);
  }

  /**
   * Lets a held stream continue.
   *
   * @param start reports the stream to the library again
   */
  void resume(Runnable start) {
    try {
      resuming = true;
      start.run();
      resuming = false;
      if (events.hasListener()) {
        events.open();
      }
    } catch (RuntimeException | Error error) {
      Gate.suppressed(error);
      stream.cancel(Status.INTERNAL.withCause(error));
    }
  }

  @Override
  public @Nullable Object intercept(
      String method, Object[] arguments, InterfaceProxy.Original original) throws Throwable {
    if (method.equals("setListener")) {
      setListener((ServerStreamListener) arguments[0]);
      return null;
    }
    try {
      observe(method, arguments);
    } catch (RuntimeException | Error error) {
      Gate.suppressed(error);
    }
    return original.call();
  }

  private void setListener(ServerStreamListener listener) {
    events.passTo(listener);
    if (!resuming) {
      events.open();
    }
    if (!held) {
      stream.setListener(events.proxy());
    }
  }

  private void observe(String method, Object[] arguments) {
    switch (method) {
      case "writeHeaders" -> {
        headersSent = true;
        arguments[0] = CallMetadata.withFields((Metadata) arguments[0], exchange.fields());
      }
      case "close" -> {
        exchange.responded((Status) arguments[0]);
        if (!headersSent) {
          arguments[1] = CallMetadata.withFields((Metadata) arguments[1], exchange.fields());
        }
      }
      default -> {
        // Needs no action.
      }
    }
  }
}
