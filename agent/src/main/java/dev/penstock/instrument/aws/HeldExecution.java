package dev.penstock.instrument.aws;

import dev.penstock.http.OutboundPermit;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A call of the AWS client that waits for its turn. */
final class HeldExecution {
  /*
   * The SDK does not cancel the future of the client. On cancellation or timeout it completes that
   * future exceptionally, and the client listens for this. So does this class.
   */
  private final OutboundPermit permit;
  private final Callable<CompletableFuture<?>> execute;
  private final Consumer<Throwable> fail;
  private final CompletableFuture<@Nullable Object> future = new CompletableFuture<>();

  /** True once the call has been passed to the client or has failed. */
  private final AtomicBoolean handedOver = new AtomicBoolean();

  /**
   * @param execute passes the call to the client
   * @param fail notifies the response handler of a failure
   */
  HeldExecution(
      OutboundPermit permit, Callable<CompletableFuture<?>> execute, Consumer<Throwable> fail) {
    this.permit = permit;
    this.execute = execute;
    this.fail = fail;
  }

  /** Starts to wait and returns the future of the call. */
  @SuppressWarnings("FutureReturnValueIgnored") // what follows is told to the departure
  CompletableFuture<?> future() {
    future.whenComplete((nothing, error) -> ended(error));
    permit.whenDecided(this::start, this::refused);
    return future;
  }

  private void ended(@Nullable Throwable error) {
    boolean wasHeld = error != null && isFirstToHandOver();
    if (wasHeld) {
      permit.cancel();
    }
    permit.close();
    if (wasHeld) {
      fail.accept(error);
    }
  }

  private boolean isFirstToHandOver() {
    return handedOver.compareAndSet(/* expectedValue= */ false, /* newValue= */ true);
  }

  private void refused(IOException why) {
    if (isFirstToHandOver()) {
      // In the same order as the client.
      fail.accept(why);
      future.completeExceptionally(why);
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // each of the two completes the other
  private void start() {
    if (!isFirstToHandOver()) {
      return;
    }
    try {
      CompletableFuture<?> promise = execute.call();
      promise.whenComplete((nothing, error) -> complete(future, error));
      future.whenComplete((nothing, error) -> complete(promise, error));
    } catch (Throwable thrown) {
      // The method would have thrown this to its caller, which has already returned.
      fail.accept(thrown);
      future.completeExceptionally(thrown);
    }
  }

  private static void complete(CompletableFuture<?> other, @Nullable Throwable error) {
    if (error == null) {
      other.complete(null);
    } else {
      other.completeExceptionally(error);
    }
  }
}
