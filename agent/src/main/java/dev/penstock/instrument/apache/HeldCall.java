package dev.penstock.instrument.apache;

import dev.penstock.http.OutboundPermit;
import dev.penstock.instrument.AsyncWait;
import dev.penstock.instrument.Handles;
import dev.penstock.instrument.InterfaceProxy;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** A call that waits for its turn, and the future that its caller has received. */
final class HeldCall {
  /*
   * The caller gets a future of the library's own type. The future of the real call completes it
   * later. Its callback is a proxy, which detects that the caller cancels it.
   */
  private final PromisedCall call;
  private final ApacheFutures promises;
  private final OutboundPermit permit;
  private final AsyncWait waiting;
  private final Future<?> future;
  private volatile @Nullable Future<?> started;

  HeldCall(PromisedCall call, ApacheFutures promises, OutboundPermit permit) {
    this.call = call;
    this.promises = promises;
    this.permit = permit;
    waiting = new AsyncWait(permit);
    future =
        promises.future(InterfaceProxy.of(promises.callbackType(), call.callback(), this::told));
  }

  /** Starts to wait and returns the future. */
  Future<?> future(Cancellation callingOff) {
    callingOff.tell(call.request(), () -> future.cancel(/* mayInterruptIfRunning= */ true));
    waiting.whenDecided(this::start, why -> call.fail(why, () -> promises.failed(future, why)));
    return future;
  }

  /** Called when the future is completed or cancelled. */
  private @Nullable Object told(String method, Object[] arguments, InterfaceProxy.Original original)
      throws Throwable {
    if (!method.equals("cancelled")) {
      return original.call();
    }
    if (waiting.cancel()) {
      call.callOff(() -> call(original));
      return null;
    }
    cancelStarted();
    return original.call();
  }

  private static void call(InterfaceProxy.Original original) {
    try {
      original.call();
    } catch (Throwable thrown) {
      throw Handles.unchecked(thrown);
    }
  }

  private void start() {
    try {
      Object callback =
          InterfaceProxy.of(promises.callbackType(), /* original= */ null, this::ended);
      started = call.start(call.parts(callback, permit));
      if (future.isCancelled()) {
        cancelStarted();
      }
    } catch (RuntimeException | Error thrown) {
      // The method would have thrown this to its caller, which has already returned.
      permit.close();
      Exception why = thrown instanceof Exception plain ? plain : new IllegalStateException(thrown);
      call.fail(why, () -> promises.failed(future, why));
    }
  }

  private void cancelStarted() {
    Future<?> running = started;
    if (running != null) {
      running.cancel(/* mayInterruptIfRunning= */ true);
    }
  }

  /** Called when the real call has ended. */
  private @Nullable Object ended(
      String method, Object[] arguments, InterfaceProxy.Original original) {
    permit.close();
    switch (method) {
      case "completed" -> promises.completed(future, arguments[0]);
      case "failed" -> promises.failed(future, (Exception) arguments[0]);
      default -> future.cancel(/* mayInterruptIfRunning= */ true);
    }
    return null;
  }
}
