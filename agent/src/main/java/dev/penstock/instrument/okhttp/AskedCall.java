package dev.penstock.instrument.okhttp;

import dev.penstock.call.Departure;
import dev.penstock.instrument.Elsewhere;
import dev.penstock.instrument.SideTable;
import org.jspecify.annotations.Nullable;

/** A call that waits, and is asked whether it has been made. */
final class AskedCall extends OkHttpCall {
  AskedCall(OkHttpApi api, SideTable<OkHttpCall> waiting, Object call) {
    super(api, waiting, call, api.request(call));
  }

  /** It is no new call. */
  @Override
  public Departure departed() {
    return Elsewhere.DEPARTURE;
  }

  @Override
  public @Nullable Object went(@Nullable Object result, Departure departure) {
    return true;
  }

  @Override
  void cancelled() {}
}
