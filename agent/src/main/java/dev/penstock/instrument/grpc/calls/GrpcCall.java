package dev.penstock.instrument.grpc.calls;

import dev.penstock.http.OutboundPermit;
import dev.penstock.instrument.HeaderLines;
import dev.penstock.instrument.UrlCall;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A call that is being started, as rules see it.
 *
 * @param <S> the type of its responses
 */
final class GrpcCall<S> extends UrlCall {
  private final PacedClientCall<?, S> call;
  private final ClientCall.Listener<S> listener;
  private final Metadata headers;

  GrpcCall(
      PacedClientCall<?, S> call,
      CallTarget target,
      ClientCall.Listener<S> listener,
      Metadata headers) {
    super(
        "POST",
        target.scheme(),
        target.authority(),
        target.port(),
        target.path(),
        /* rawQuery= */ null);
    this.call = call;
    this.listener = listener;
    this.headers = headers;
  }

  @Override
  public Object subject() {
    return call;
  }

  @Override
  public boolean mayBlock() {
    return false;
  }

  @Override
  public @Nullable String header(String name) {
    return CallMetadata.first(headers, name);
  }

  @Override
  public @Nullable String headerLines(String name) {
    return HeaderLines.compact(CallMetadata.values(headers, name));
  }

  @Override
  public Object[] arguments(Object[] original, OutboundPermit permit) {
    return new Object[] {new ReportingListener<>(listener, permit), headers};
  }

  @Override
  public @Nullable Object suspend(OutboundPermit permit) {
    call.hold(listener, headers, permit);
    return null;
  }

  @Override
  public @Nullable Object reject(IOException why) {
    call.reject(listener, why);
    return null;
  }

  /** The call has been started; its listener reports the rest. */
  @Override
  public @Nullable Object returned(@Nullable Object result, OutboundPermit permit) {
    return result;
  }
}
