package dev.penstock.instrument.grpc.calls;

import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Deadline;
import io.grpc.Status;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Watches what ends a call that is held: its deadline, and the context that it belongs to. */
final class WaitLimits {
  /*
   * The library does the same for a call that it has started. The future is a timer of the JDK that
   * can be canceled.
   */
  private final Context context;
  private final Context.CancellationListener listener;
  private final CompletableFuture<@Nullable Void> expiry = new CompletableFuture<>();

  /**
   * Starts to watch.
   *
   * @param deadline the deadline in the options of the call; null if they have none
   * @param ended receives the status with which the call ends
   */
  WaitLimits(Context context, @Nullable Deadline deadline, Consumer<Status> ended) {
    this.context = context;
    listener = canceled -> ended.accept(Contexts.statusFromCancelled(canceled));
    context.addListener(listener, Runnable::run);
    if (deadline != null) {
      watch(deadline, ended);
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // its result is reported to the listener
  private void watch(Deadline deadline, Consumer<Status> ended) {
    long left = Math.max(0, deadline.timeRemaining(TimeUnit.NANOSECONDS));
    expiry.whenComplete(
        (stopped, expired) -> {
          if (expired != null) {
            ended.accept(
                Status.DEADLINE_EXCEEDED.withDescription(
                    "CallOptions deadline exceeded while the call waited for its turn"));
          }
        });
    expiry.orTimeout(left, TimeUnit.NANOSECONDS);
  }

  void stop() {
    context.removeListener(listener);
    expiry.complete(null);
  }
}
