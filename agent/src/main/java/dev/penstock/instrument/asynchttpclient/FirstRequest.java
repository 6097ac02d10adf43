package dev.penstock.instrument.asynchttpclient;

import dev.penstock.http.OutboundPermit;
import dev.penstock.http.Reentry;
import dev.penstock.instrument.WeakIdentityMap;
import org.jspecify.annotations.Nullable;

/** The first request of a call, which makes the future of the call. */
final class FirstRequest extends AsyncHttpCall {
  private final WeakIdentityMap<OutboundPermit> sent;
  private final Object sender;
  private final Object[] arguments;

  /**
   * @param sent receives the permit by the request, and then by the future of the call
   */
  FirstRequest(
      AsyncHttpApi api, WeakIdentityMap<OutboundPermit> sent, Object sender, Object[] arguments) {
    super(api, arguments[0]);
    this.sent = sent;
    this.sender = sender;
    this.arguments = arguments;
  }

  @Override
  public Object suspend(OutboundPermit permit) {
    return new QueuedResponse(
            api(), permit, () -> send(permit), why -> api().fail(arguments[1], why))
        .proxy();
  }

  /** Sends the request at the end of the wait; returns the future of the call. */
  private Object send(OutboundPermit permit) throws Exception {
    sent.put(subject(), permit);
    try {
      Object future =
          Reentry.pass(
              subject(), () -> api().send(sender, subject(), arguments[1], /* future= */ null));
      closeAtEnd(future, permit);
      return future;
    } finally {
      sent.remove(subject(), permit);
    }
  }

  @Override
  public Object[] arguments(Object[] original, OutboundPermit permit) {
    sent.put(subject(), permit);
    return original;
  }

  @Override
  public @Nullable Object returned(@Nullable Object result, OutboundPermit permit) {
    if (result == null) {
      permit.close();
    } else {
      closeAtEnd(result, permit);
    }
    sent.remove(subject(), permit);
    return result;
  }

  @Override
  public void failed(Throwable thrown, OutboundPermit permit) {
    sent.remove(subject(), permit);
    permit.close();
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the application uses it
  private void closeAtEnd(Object future, OutboundPermit permit) {
    sent.put(future, permit);
    api().completable(future).whenComplete((response, error) -> permit.close());
  }
}
