package dev.penstock.instrument.grpc.calls;

import dev.penstock.bootstrap.Gate;
import dev.penstock.http.OutboundPermit;
import io.grpc.ClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

/**
 * Reports the end of a call before the application is notified: its next call may need the slot.
 *
 * @param <S> the type of its responses
 */
final class ReportingListener<S> extends SimpleForwardingClientCallListener<S> {
  private final OutboundPermit permit;
  private @Nullable Metadata headers;

  ReportingListener(ClientCall.Listener<S> listener, OutboundPermit permit) {
    super(listener);
    this.permit = permit;
  }

  @Override
  public void onHeaders(Metadata received) {
    headers = received;
    super.onHeaders(received);
  }

  @Override
  public void onClose(Status status, Metadata trailers) {
    try {
      // Without any metadata, the status is one of this client, and not of the server.
      if (headers != null || !trailers.keys().isEmpty()) {
        permit.responded(new CallResponse(status, headers, trailers));
      }
      permit.close();
    } catch (RuntimeException | Error error) {
      Gate.suppressed(error);
    }
    super.onClose(status, trailers);
  }
}
