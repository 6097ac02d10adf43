package dev.penstock.instrument;

import dev.penstock.http.OutboundPermit;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The future of a call that waits for its turn; cancelling it gives the turn to the next call. */
public final class QueuedCallFuture<T> extends CompletableFuture<T> {
  private final OutboundPermit permit;
  private volatile @Nullable CompletableFuture<T> started;

  private QueuedCallFuture(OutboundPermit permit) {
    this.permit = permit;
  }

  /**
   * Returns a future that completes when the call has started and its own future completes.
   *
   * @param start calls the instrumented method again
   * @param ended receives the response or the failure before any other callback
   */
  public static <T> QueuedCallFuture<T> of(
      OutboundPermit permit,
      Callable<CompletableFuture<T>> start,
      BiConsumer<? super @Nullable T, ? super @Nullable Throwable> ended) {
    QueuedCallFuture<T> queued = new QueuedCallFuture<>(permit);
    permit.whenDecided(() -> queued.start(start, ended), queued::reject);
    return queued;
  }

  private void reject(IOException reason) {
    completeExceptionally(reason);
  }

  @SuppressWarnings("FutureReturnValueIgnored") // it completes this future
  private void start(
      Callable<CompletableFuture<T>> method,
      BiConsumer<? super @Nullable T, ? super @Nullable Throwable> ended) {
    try {
      CompletableFuture<T> future = method.call();
      started = future;
      if (isCancelled()) {
        future.cancel(/* mayInterruptIfRunning= */ true);
      }
      future.whenComplete(
          (response, error) -> {
            ended.accept(response, error);
            if (error == null) {
              complete(response);
            } else {
              completeExceptionally(error);
            }
          });
    } catch (Throwable thrown) {
      // The method's caller has returned, so the future carries the exception.
      ended.accept(null, thrown);
      completeExceptionally(thrown);
    }
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    permit.cancel();
    // First, because the end of the started call would complete this future, too.
    boolean cancelled = super.cancel(mayInterruptIfRunning);
    CompletableFuture<T> running = started;
    if (running != null) {
      running.cancel(mayInterruptIfRunning);
    }
    return cancelled;
  }
}
