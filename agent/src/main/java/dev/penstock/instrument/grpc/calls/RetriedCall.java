package dev.penstock.instrument.grpc.calls;

import dev.penstock.http.OutboundPermit;
import dev.penstock.instrument.HeaderLines;
import dev.penstock.instrument.UrlCall;
import io.grpc.Metadata;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Another attempt of a call: a retry, or one of several that are sent in parallel. */
final class RetriedCall extends UrlCall {
  private final CallTarget target;
  private final Object attempts;
  private final Metadata headers;
  private final Object[] arguments;

  /**
   * Describes an attempt.
   *
   * @param attempts makes the streams of the call
   * @param arguments those of the method that makes a stream
   */
  RetriedCall(CallTarget target, Object attempts, Metadata headers, Object[] arguments) {
    super(
        "POST",
        target.scheme(),
        target.authority(),
        target.port(),
        target.path(),
        /* rawQuery= */ null);
    this.target = target;
    this.attempts = attempts;
    this.headers = headers;
    this.arguments = arguments;
  }

  @Override
  public Object subject() {
    return attempts;
  }

  @Override
  public boolean isRetry() {
    return true;
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
  public Object suspend(OutboundPermit permit) {
    HeldClientStream held = new HeldClientStream(target, attempts, arguments);
    held.await(permit);
    return held.proxy();
  }

  @Override
  public Object reject(IOException why) {
    HeldClientStream held = new HeldClientStream(target, attempts, arguments);
    held.fail(HeldClientStream.rejected(why));
    return held.proxy();
  }

  /** The listener of the call reports the response. */
  @Override
  public @Nullable Object returned(@Nullable Object result, OutboundPermit permit) {
    permit.close();
    return result;
  }
}
