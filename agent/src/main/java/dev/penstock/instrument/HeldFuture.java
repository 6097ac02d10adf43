package dev.penstock.instrument;

import dev.penstock.http.OutboundPermit;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The promise of a call that waits for its turn; cancelling it leaves the turn to the next. */
public final class HeldFuture<T> extends CompletableFuture<T> {
  private final OutboundPermit permit;
  private volatile @Nullable CompletableFuture<T> started;

  private HeldFuture(OutboundPermit permit) {
    this.permit = permit;
  }

  /**
   * A promise that comes true when the call has started and its own promise does.
   *
   * @param start calls the woven method again
   * @param ended told of the answer or the failure before anybody else
   */
  public static <T> HeldFuture<T> of(
      OutboundPermit permit,
      Callable<CompletableFuture<T>> start,
      BiConsumer<? super @Nullable T, ? super @Nullable Throwable> ended) {
    HeldFuture<T> held = new HeldFuture<>(permit);
    permit.whenDecided(() -> held.start(start, ended), held::refused);
    return held;
  }

  private void refused(IOException why) {
    completeExceptionally(why);
  }

  @SuppressWarnings("FutureReturnValueIgnored") // what it completes is this
  private void start(
      Callable<CompletableFuture<T>> method,
      BiConsumer<? super @Nullable T, ? super @Nullable Throwable> ended) {
    try {
      CompletableFuture<T> promise = method.call();
      started = promise;
      if (isCancelled()) {
        promise.cancel(/* mayInterruptIfRunning= */ true);
      }
      promise.whenComplete(
          (answer, error) -> {
            ended.accept(answer, error);
            if (error == null) {
              complete(answer);
            } else {
              completeExceptionally(error);
            }
          });
    } catch (Throwable thrown) {
      // What the method would have thrown at its caller, who is no longer there.
      ended.accept(null, thrown);
      completeExceptionally(thrown);
    }
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    permit.cancel();
    // First, or the end of the other would be the end of this one, and then it is too late.
    boolean cancelled = super.cancel(mayInterruptIfRunning);
    CompletableFuture<T> running = started;
    if (running != null) {
      running.cancel(mayInterruptIfRunning);
    }
    return cancelled;
  }
}
