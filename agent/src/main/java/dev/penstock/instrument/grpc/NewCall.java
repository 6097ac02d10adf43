package dev.penstock.instrument.grpc;

import dev.penstock.http.OutboundPermit;
import dev.penstock.instrument.NoOpPermit;
import dev.penstock.instrument.UrlCall;
import org.jspecify.annotations.Nullable;

/** A call that a channel creates: nothing is sent before it is started. */
final class NewCall extends UrlCall {
  private final GrpcClientCalls calls;
  private final Object channel;
  private final Object[] arguments;

  NewCall(GrpcClientCalls calls, Object channel, Object[] arguments) {
    super(
        "POST",
        /* scheme= */ null,
        /* host= */ null,
        /* port= */ -1,
        /* rawPath= */ null,
        /* rawQuery= */ null);
    this.calls = calls;
    this.channel = channel;
    this.arguments = arguments;
  }

  @Override
  public Object subject() {
    return arguments;
  }

  @Override
  public OutboundPermit earlierPermit() {
    return NoOpPermit.INSTANCE;
  }

  @Override
  public @Nullable String header(String name) {
    return null;
  }

  @Override
  public @Nullable String headerLines(String name) {
    return null;
  }

  @Override
  public @Nullable Object returned(@Nullable Object result, OutboundPermit permit) {
    return result == null ? null : calls.paced(channel, arguments[0], arguments[1], result);
  }
}
