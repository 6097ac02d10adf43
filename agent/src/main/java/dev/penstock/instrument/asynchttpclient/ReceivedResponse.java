package dev.penstock.instrument.asynchttpclient;

import dev.penstock.http.OutboundPermit;
import org.jspecify.annotations.Nullable;

/** The moment at which the library has received the head of a response. This is not a new call. */
final class ReceivedResponse extends AsyncHttpCall {
  private final OutboundPermit permit;
  private final Object[] arguments;

  ReceivedResponse(AsyncHttpApi api, OutboundPermit permit, Object request, Object[] arguments) {
    super(api, request);
    this.permit = permit;
    this.arguments = arguments;
  }

  @Override
  public OutboundPermit earlierPermit() {
    return permit;
  }

  /** Reports the response, unless the library handles it itself and sends another request. */
  @Override
  public @Nullable Object returned(@Nullable Object result, OutboundPermit earlier) {
    if (Boolean.FALSE.equals(result)) {
      earlier.responded(api().messages().received(arguments[4], arguments[5]));
    }
    return result;
  }

  @Override
  public void failed(Throwable thrown, OutboundPermit earlier) {
    // The end of the call closes the permit.
  }

  /** Differs from the text of a call, because a filter of the application may make one now. */
  @Override
  public String toString() {
    return "response to " + super.toString();
  }
}
