package dev.penstock.instrument.apache;

import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Creates and completes the library's own futures, which notify a callback. */
public final class ApacheFutures {
  private final Class<?> callbackType;
  private final MethodHandle newFuture;
  private final MethodHandle completed;
  private final MethodHandle failed;

  private ApacheFutures(Class<?> client, String concurrent) {
    callbackType = Handles.sibling(client, concurrent + "FutureCallback");
    Handles future = new Handles(Handles.sibling(client, concurrent + "BasicFuture"));
    newFuture = future.bindConstructor(callbackType);
    completed = future.bindAny("completed", Object.class);
    failed = future.bindAny("failed", Exception.class);
  }

  static ApacheFutures ofVersion4(Class<?> client) {
    return new ApacheFutures(client, "org.apache.http.concurrent.");
  }

  public static ApacheFutures ofVersion5(Class<?> client) {
    return new ApacheFutures(client, "org.apache.hc.core5.concurrent.");
  }

  public Class<?> callbackType() {
    return callbackType;
  }

  Future<?> future(@Nullable Object callback) {
    return (Future<?>) Handles.get(newFuture, callback);
  }

  void completed(Future<?> future, @Nullable Object result) {
    Handles.call(completed, future, result);
  }

  void failed(Future<?> future, Exception why) {
    Handles.call(failed, future, why);
  }
}
