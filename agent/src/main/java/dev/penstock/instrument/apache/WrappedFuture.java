package dev.penstock.instrument.apache;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A future as HttpAsyncClient 4.1 returns it: {@code cancel} cancels the call and then reports that
 * the future was already done.
 */
final class WrappedFuture implements Future<@Nullable Object> {
  private final Future<?> future;

  WrappedFuture(Future<?> future) {
    this.future = future;
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    future.cancel(mayInterruptIfRunning);
    return future.cancel(mayInterruptIfRunning);
  }

  @Override
  public boolean isCancelled() {
    return future.isCancelled();
  }

  @Override
  public boolean isDone() {
    return future.isDone();
  }

  @Override
  public @Nullable Object get() throws InterruptedException, ExecutionException {
    return future.get();
  }

  @Override
  public @Nullable Object get(long timeout, TimeUnit unit)
      throws InterruptedException, ExecutionException, TimeoutException {
    return future.get(timeout, unit);
  }

  @Override
  public String toString() {
    return future.toString();
  }
}
