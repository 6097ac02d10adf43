package dev.penstock.instrument.aws;

import dev.penstock.http.OutboundPermit;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A call that waits for its turn. */
final class HeldExecution {
  /*
   * The SDK does not cancel what it has been promised, but breaks the promise itself when somebody
   * cancels its own or time is up, and the client listens for that. So does this.
   */
  private final OutboundPermit permit;
  private final Callable<CompletableFuture<?>> execute;
  private final Consumer<Throwable> fail;
  private final CompletableFuture<@Nullable Object> future = new CompletableFuture<>();

  /** True if the client has the call, or never will have it. */
  private final AtomicBoolean handedOver = new AtomicBoolean();

  /**
   * @param execute hands the call to the client
   * @param fail tells the one who would hear of the answer that there will be none
   */
  HeldExecution(
      OutboundPermit permit, Callable<CompletableFuture<?>> execute, Consumer<Throwable> fail) {
    this.permit = permit;
    this.execute = execute;
    this.fail = fail;
  }

  /** What the client answers meanwhile. */
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
      // In this order, as the client does.
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
      // What would have been thrown at the caller, who is no longer there.
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
