package dev.penstock.instrument.asynchttpclient;

import dev.penstock.http.OutboundPermit;
import dev.penstock.http.Reentry;
import dev.penstock.instrument.Handles;
import dev.penstock.instrument.StarterThreads;
import java.io.IOException;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** A further request of a call: a redirect, an authentication response or a retry. */
final class RepeatedRequest extends AsyncHttpCall {
  private final Object sender;
  private final Object[] arguments;
  private final Object future;

  RepeatedRequest(AsyncHttpApi api, Object sender, Object[] arguments) {
    super(api, arguments[0]);
    this.sender = sender;
    this.arguments = arguments;
    future = arguments[2];
  }

  @Override
  public boolean isRetry() {
    return true;
  }

  @Override
  public Object suspend(OutboundPermit permit) {
    permit.whenDecided(
        () -> StarterThreads.execute(() -> send(permit)),
        why -> StarterThreads.execute(() -> api().abort(sender, future, why)));
    return future;
  }

  private void send(OutboundPermit permit) {
    try {
      // The application can have cancelled the call, or its timeout has expired.
      if (!(future instanceof Future<?> known && known.isDone())) {
        Reentry.pass(subject(), () -> api().send(sender, subject(), arguments[1], future));
      }
    } catch (Throwable thrown) {
      api().abort(sender, future, Handles.original(thrown));
    } finally {
      permit.close();
    }
  }

  @Override
  public Object reject(IOException why) {
    api().abort(sender, future, why);
    return future;
  }

  /** The request has only been sent; the first request of the call handles the response. */
  @Override
  public @Nullable Object returned(@Nullable Object result, OutboundPermit permit) {
    permit.close();
    return result;
  }
}
