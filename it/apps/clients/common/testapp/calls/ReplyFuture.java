package testapp.calls;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Wraps a client's own future, so that failures and cancellation behave as in the client. */
public final class ReplyFuture<A> implements Future<Reply> {
  private final Future<A> answer;
  private final Reading<A> reading;

  public ReplyFuture(Future<A> answer, Reading<A> reading) {
    this.answer = answer;
    this.reading = reading;
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    return answer.cancel(mayInterruptIfRunning);
  }

  @Override
  public boolean isCancelled() {
    return answer.isCancelled();
  }

  @Override
  public boolean isDone() {
    return answer.isDone();
  }

  @Override
  public Reply get() throws InterruptedException, ExecutionException {
    return read(answer.get());
  }

  @Override
  public Reply get(long timeout, TimeUnit unit)
      throws InterruptedException, ExecutionException, TimeoutException {
    return read(answer.get(timeout, unit));
  }

  private Reply read(A result) throws ExecutionException {
    try {
      return reading.read(result);
    } catch (Exception e) {
      throw new ExecutionException(e);
    }
  }

  /** Converts a client's response to a reply. */
  public interface Reading<A> {
    Reply read(A answer) throws Exception;
  }
}
