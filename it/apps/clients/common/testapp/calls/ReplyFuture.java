package testapp.calls;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Wraps a client's own future, so that failures and cancellation behave as in the client. */
public final class ReplyFuture<A> implements Future<Reply> {
  private final Future<A> response;
  private final Reader<A> reader;

  public ReplyFuture(Future<A> response, Reader<A> reader) {
    this.response = response;
    this.reader = reader;
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    return response.cancel(mayInterruptIfRunning);
  }

  @Override
  public boolean isCancelled() {
    return response.isCancelled();
  }

  @Override
  public boolean isDone() {
    return response.isDone();
  }

  @Override
  public Reply get() throws InterruptedException, ExecutionException {
    return read(response.get());
  }

  @Override
  public Reply get(long timeout, TimeUnit unit)
      throws InterruptedException, ExecutionException, TimeoutException {
    return read(response.get(timeout, unit));
  }

  private Reply read(A result) throws ExecutionException {
    try {
      return reader.read(result);
    } catch (Exception e) {
      throw new ExecutionException(e);
    }
  }

  /** Converts a client's response to a reply. */
  public interface Reader<A> {
    Reply read(A response) throws Exception;
  }
}
