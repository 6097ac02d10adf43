package dev.penstock.instrument.apache;

import dev.penstock.http.OutboundPermit;
import dev.penstock.instrument.AsyncWait;
import dev.penstock.instrument.Handles;
import dev.penstock.instrument.InterfaceProxy;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** A call that waits for its turn, and the future that its caller has got. */
final class HeldCall {
  /*
   * The caller gets a future of the library's own kind, which is completed by that of the call when
   * there is one. To hear that it is cancelled, its callback is one of ours.
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

  /** The future; from now on the call waits. */
  Future<?> future(Cancellation callingOff) {
    callingOff.tell(call.request(), () -> future.cancel(/* mayInterruptIfRunning= */ true));
    waiting.whenDecided(this::start, why -> call.fail(why, () -> promises.failed(future, why)));
    return future;
  }

  /** The future was completed or cancelled. */
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
      // What the method would have thrown at its caller, who is no longer there.
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

  /** The call that was started has ended. */
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
