package dev.penstock.instrument.okhttp;

import dev.penstock.http.OutboundPermit;
import dev.penstock.instrument.WeakIdentityMap;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A blocking call, or a retry within a call. */
final class ExecutedCall extends OkHttpCall {
  /*
   * A cancelled call continues at once without being charged: the library checks for cancellation
   * before it connects and throws its own exception.
   */
  private final boolean retry;
  private volatile @Nullable OutboundPermit permit;

  ExecutedCall(
      OkHttpApi api,
      WeakIdentityMap<OkHttpCall> waiting,
      Object call,
      Object request,
      boolean retry) {
    super(api, waiting, call, request);
    this.retry = retry;
  }

  @Override
  public boolean isRetry() {
    return retry;
  }

  @Override
  public void beforeWait(OutboundPermit newDeparture) {
    permit = newDeparture;
    waiting().put(subject(), this);
    if (api().isCanceled(subject())) {
      newDeparture.cancel();
    }
  }

  @Override
  void cancelled() {
    OutboundPermit held = permit;
    if (held != null) {
      held.cancel();
    }
  }

  @Override
  public @Nullable Object reject(IOException why) throws IOException {
    forget();
    throw why;
  }

  @Override
  public Object[] arguments(Object[] original, OutboundPermit going) {
    forget();
    return original;
  }

  private void forget() {
    if (permit != null) {
      waiting().remove(subject(), this);
    }
  }

  @Override
  public @Nullable Object returned(@Nullable Object result, OutboundPermit going) {
    if (result != null) {
      going.responded(new Received(api(), result));
    }
    going.close();
    return result;
  }
}
