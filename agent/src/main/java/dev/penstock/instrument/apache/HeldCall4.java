package dev.penstock.instrument.apache;

import dev.penstock.call.Departure;
import dev.penstock.instrument.Handles;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** A call of HttpAsyncClient 4 that waits for its turn, and the future that its caller has got. */
final class HeldCall4 {
  /*
   * The caller gets a future of the library's own kind, which is completed by that of the call when
   * there is one. To hear that it is cancelled, its callback is one of ours.
   */
  private final AsyncApi4 api;
  private final AsyncCall4 call;
  private final Departure departure;
  private final Waiting waiting;
  private final Future<?> future;
  private volatile @Nullable Future<?> started;

  HeldCall4(AsyncApi4 api, AsyncCall4 call, Departure departure) {
    this.api = api;
    this.call = call;
    this.departure = departure;
    waiting = new Waiting(departure);
    future = api.future(StandIn.of(api.callbackType(), call.callback(), this::told));
  }

  /** The future; from now on the call waits. */
  Future<?> future() {
    api.callingOff().tell(call.request(), () -> future.cancel(/* mayInterruptIfRunning= */ true));
    waiting.until(this::start, why -> call.fail(why, () -> api.failed(future, why)));
    return future;
  }

  /** The future was completed or cancelled. */
  private @Nullable Object told(String method, Object[] arguments, StandIn.Original original)
      throws Throwable {
    if (!method.equals("cancelled")) {
      return original.call();
    }
    if (waiting.callOff()) {
      call.callOff(() -> call(original));
      return null;
    }
    cancelStarted();
    return original.call();
  }

  private static void call(StandIn.Original original) {
    try {
      original.call();
    } catch (Throwable thrown) {
      throw Handles.unchecked(thrown);
    }
  }

  private void start() {
    try {
      started = call.start(StandIn.of(api.callbackType(), null, this::ended), departure);
      if (future.isCancelled()) {
        cancelStarted();
      }
    } catch (RuntimeException | Error thrown) {
      // What the method would have thrown at its caller, who is no longer there.
      departure.over();
      Exception why = thrown instanceof Exception plain ? plain : new IllegalStateException(thrown);
      call.fail(why, () -> api.failed(future, why));
    }
  }

  private void cancelStarted() {
    Future<?> running = started;
    if (running != null) {
      running.cancel(/* mayInterruptIfRunning= */ true);
    }
  }

  /** The call that was started has ended. */
  private @Nullable Object ended(String method, Object[] arguments, StandIn.Original original) {
    departure.over();
    switch (method) {
      case "completed" -> api.completed(future, arguments[0]);
      case "failed" -> api.failed(future, (Exception) arguments[0]);
      default -> future.cancel(/* mayInterruptIfRunning= */ true);
    }
    return null;
  }
}
