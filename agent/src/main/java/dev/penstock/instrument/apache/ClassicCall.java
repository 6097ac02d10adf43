package dev.penstock.instrument.apache;

import dev.penstock.http.OutboundPermit;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A blocking call, or a retry within one. */
final class ClassicCall extends ApacheCall {
  private final Cancellation callingOff;
  private final @Nullable Object original;
  private final boolean retry;
  private volatile boolean calledOff;

  private ClassicCall(
      ClassicApi api,
      @Nullable Object host,
      Object request,
      @Nullable Object original,
      boolean retry) {
    super(api.messages(), host, request);
    callingOff = api.callingOff();
    this.original = original;
    this.retry = retry;
  }

  static ClassicCall first(ClassicApi api, @Nullable Object host, Object request) {
    return new ClassicCall(api, host, request, request, /* retry= */ false);
  }

  /**
   * Creates a retry.
   *
   * @param original the application's request, if it can be cancelled while this one waits
   */
  static ClassicCall further(
      ClassicApi api, Object host, Object request, @Nullable Object original) {
    return new ClassicCall(api, host, request, original, /* retry= */ true);
  }

  @Override
  public boolean isRetry() {
    return retry;
  }

  @Override
  public void beforeWait(OutboundPermit permit) {
    callingOff.tell(
        original,
        () -> {
          calledOff = true;
          permit.cancel();
          return true;
        });
  }

  @Override
  public @Nullable IOException cancellation() {
    return calledOff ? callingOff.failure() : null;
  }

  @Override
  public @Nullable Object returned(@Nullable Object result, OutboundPermit permit) {
    if (result != null) {
      permit.responded(answer(result));
    }
    permit.close();
    return result;
  }
}
