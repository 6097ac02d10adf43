package dev.penstock.instrument.aws;

import dev.penstock.call.Departure;
import dev.penstock.instrument.Again;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A call that waits for its turn. */
final class HeldExecution {
  /*
   * The SDK does not cancel what it has been promised, but breaks the promise itself when somebody
   * cancels its own or time is up, and the client listens for that. So does this.
   */
  private final ExecuteApi api;
  private final Object client;
  private final Object call;
  private final Object handler;
  private final Departure departure;
  private final CompletableFuture<@Nullable Object> future = new CompletableFuture<>();

  /** True if the client has the call, or never will have it. */
  private final AtomicBoolean handedOver = new AtomicBoolean();

  /**
   * @param call what is executed in the place of the one that came
   */
  HeldExecution(ExecuteApi api, Object client, Object call, Departure departure) {
    this.api = api;
    this.client = client;
    this.call = call;
    this.departure = departure;
    handler = api.handler(call);
  }

  /** What the client answers meanwhile. */
  @SuppressWarnings("FutureReturnValueIgnored") // what follows is told to the departure
  CompletableFuture<?> future() {
    future.whenComplete((nothing, error) -> ended(error));
    departure.whenDecided(this::start, this::fail);
    return future;
  }

  private void ended(@Nullable Throwable error) {
    if (error != null && isFirstToHandOver()) {
      departure.giveUp();
      api.fail(handler, error);
    }
    departure.over();
  }

  private boolean isFirstToHandOver() {
    return handedOver.compareAndSet(/* expectedValue= */ false, /* newValue= */ true);
  }

  private void fail(IOException why) {
    future.completeExceptionally(why);
  }

  @SuppressWarnings("FutureReturnValueIgnored") // each of the two completes the other
  private void start() {
    if (!isFirstToHandOver()) {
      return;
    }
    try {
      CompletableFuture<?> promise = Again.pass(call, () -> api.execute(client, call));
      promise.whenComplete((nothing, error) -> complete(future, error));
      future.whenComplete((nothing, error) -> complete(promise, error));
    } catch (Throwable thrown) {
      // What would have been thrown at the caller, who is no longer there.
      api.fail(handler, thrown);
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
