package dev.penstock.instrument.grpc.calls;

import dev.penstock.http.OutboundPermit;
import dev.penstock.http.Reentry;
import dev.penstock.instrument.AsyncWait;
import dev.penstock.instrument.Handles;
import dev.penstock.instrument.InterfaceProxy;
import io.grpc.Attributes;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.internal.ClientStream;
import io.grpc.internal.ClientStreamListener;
import io.grpc.internal.ClientStreamListener.RpcProgress;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** Stands for the stream of an attempt that is held; makes the stream when its turn has come. */
final class HeldClientStream implements InterfaceProxy.Interceptor {
  /*
   * The library has the same for calls that wait for a connection. What it does with the stream is
   * kept in order. An attempt that is canceled or rejected has no stream, so its listener is
   * notified here.
   */
  private static final Map<String, Method> METHODS = methods();
  private static final String NEW_STREAM = "newSubstream";

  private final CallTarget target;
  private final Object attempts;
  private final Object[] arguments;
  private final ClientStream proxy =
      (ClientStream) InterfaceProxy.of(ClientStream.class, /* original= */ null, this);
  private final HeldOperations operations = new HeldOperations();
  private volatile @Nullable AsyncWait wait;
  private volatile @Nullable ClientStream stream;
  private @Nullable ClientStreamListener listener;
  private @Nullable Status failure;

  /**
   * @param attempts makes the stream
   * @param arguments those of the method that makes it
   */
  HeldClientStream(CallTarget target, Object attempts, Object[] arguments) {
    this.target = target;
    this.attempts = attempts;
    this.arguments = arguments;
    operations.hold();
  }

  private static Map<String, Method> methods() {
    Map<String, Method> methods = new HashMap<>();
    for (Method each : ClientStream.class.getMethods()) {
      methods.put(each.getName(), each);
    }
    return Map.copyOf(methods);
  }

  /** The status of an attempt that a rule has rejected. */
  static Status rejected(IOException why) {
    return Status.RESOURCE_EXHAUSTED.withDescription(why.getMessage()).withCause(why);
  }

  /** The stream for the library. */
  ClientStream proxy() {
    return proxy;
  }

  /** Makes the stream when the permit allows it. */
  void await(OutboundPermit permit) {
    AsyncWait begun = new AsyncWait(permit);
    wait = begun;
    begun.whenDecided(() -> execute(() -> begin(permit)), why -> fail(rejected(why)));
  }

  private void begin(OutboundPermit permit) {
    try {
      stream = Reentry.pass(attempts, this::newStream);
    } catch (Exception | Error failed) {
      fail(Status.fromThrowable(failed));
      return;
    } finally {
      permit.close();
    }
    operations.open();
  }

  private ClientStream newStream() throws ReflectiveOperationException {
    for (Method each : attempts.getClass().getDeclaredMethods()) {
      if (each.getName().equals(NEW_STREAM) && !each.isBridge()) {
        each.setAccessible(true);
        return (ClientStream) each.invoke(attempts, arguments);
      }
    }
    throw new NoSuchMethodException(NEW_STREAM);
  }

  /** Ends the attempt without a stream. */
  void fail(Status status) {
    operations.discard();
    ClientStreamListener started;
    synchronized (this) {
      failure = status;
      started = listener;
    }
    if (started != null) {
      execute(() -> started.closed(status, RpcProgress.PROCESSED, new Metadata()));
    }
  }

  private void start(ClientStreamListener newListener) {
    Status failed;
    synchronized (this) {
      listener = newListener;
      failed = failure;
    }
    if (failed == null) {
      operations.add(() -> call("start", newListener));
    } else {
      newListener.closed(failed, RpcProgress.PROCESSED, new Metadata());
    }
  }

  @Override
  public @Nullable Object intercept(
      String method, Object[] given, InterfaceProxy.Original original) {
    ClientStream started = stream;
    switch (method) {
      case "isReady" -> {
        return started != null && operations.isOpen() && started.isReady();
      }
      case "getAttributes" -> {
        return started == null ? Attributes.EMPTY : started.getAttributes();
      }
      case "start" -> start((ClientStreamListener) given[0]);
      case "cancel" -> cancel((Status) given[0]);
      case "appendTimeoutInsight" -> {
        if (started != null) {
          call(method, given);
        }
      }
      default -> operations.add(() -> call(method, given));
    }
    return null;
  }

  private void cancel(Status status) {
    AsyncWait held = wait;
    if (held != null && held.cancel()) {
      fail(status);
    } else {
      operations.add(() -> call("cancel", status));
    }
  }

  private void call(String method, Object... given) {
    Method known = METHODS.get(method);
    if (known == null) {
      return;
    }
    try {
      known.invoke(stream, given);
    } catch (InvocationTargetException thrown) {
      throw Handles.unchecked(thrown.getCause() == null ? thrown : thrown.getCause());
    } catch (IllegalAccessException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private void execute(Runnable work) {
    try {
      target.executor().execute(work);
    } catch (RejectedExecutionException stopped) {
      work.run();
    }
  }
}
