package dev.penstock.instrument.okhttp;

import dev.penstock.http.OutboundPermit;
import dev.penstock.instrument.NoOpPermit;
import dev.penstock.instrument.WeakIdentityMap;
import org.jspecify.annotations.Nullable;

/** A waiting call on which the application calls {@code isExecuted}. */
final class InterceptedCall extends OkHttpCall {
  InterceptedCall(OkHttpApi api, WeakIdentityMap<OkHttpCall> waiting, Object call) {
    super(api, waiting, call, api.request(call));
  }

  /** This is not a new call. */
  @Override
  public OutboundPermit earlierPermit() {
    return NoOpPermit.INSTANCE;
  }

  @Override
  public @Nullable Object returned(@Nullable Object result, OutboundPermit permit) {
    return true;
  }

  @Override
  void cancelled() {}
}
