package dev.penstock.instrument.okhttp;

import dev.penstock.http.OutboundPermit;
import dev.penstock.instrument.SideTable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A call, or a further request of one, whose thread waits for the answer. */
final class ExecutedCall extends OkHttpCall {
  /*
   * A cancelled call goes on at once, uncharged: the library looks whether it is cancelled before
   * it connects, and says so in its own words.
   */
  private final boolean retry;
  private volatile @Nullable OutboundPermit departure;

  ExecutedCall(
      OkHttpApi api, SideTable<OkHttpCall> waiting, Object call, Object request, boolean retry) {
    super(api, waiting, call, request);
    this.retry = retry;
  }

  @Override
  public boolean isRetry() {
    return retry;
  }

  @Override
  public void waits(OutboundPermit newDeparture) {
    departure = newDeparture;
    waiting().add(subject(), this);
    if (api().isCanceled(subject())) {
      newDeparture.giveUp();
    }
  }

  @Override
  void cancelled() {
    OutboundPermit held = departure;
    if (held != null) {
      held.giveUp();
    }
  }

  @Override
  public @Nullable Object refuse(IOException why) throws IOException {
    forget();
    throw why;
  }

  @Override
  public Object[] arguments(Object[] came, OutboundPermit going) {
    forget();
    return came;
  }

  private void forget() {
    if (departure != null) {
      waiting().remove(subject(), this);
    }
  }

  @Override
  public @Nullable Object went(@Nullable Object result, OutboundPermit going) {
    if (result != null) {
      going.answered(new Received(api(), result));
    }
    going.over();
    return result;
  }
}
