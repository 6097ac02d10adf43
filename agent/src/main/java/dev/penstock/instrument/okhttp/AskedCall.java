package dev.penstock.instrument.okhttp;

import dev.penstock.call.Answered;
import dev.penstock.call.Departure;
import dev.penstock.instrument.SideTable;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A call that waits, and is asked whether it has been made. */
final class AskedCall extends OkHttpCall {
  AskedCall(OkHttpApi api, SideTable<OkHttpCall> waiting, Object call) {
    super(api, waiting, call, api.request(call));
  }

  /** It is no new call. */
  @Override
  public Departure departed() {
    return Nowhere.DEPARTURE;
  }

  @Override
  public @Nullable Object went(@Nullable Object result, Departure departure) {
    return true;
  }

  @Override
  void cancelled() {}

  /** Nothing that departs. */
  private enum Nowhere implements Departure {
    DEPARTURE;

    @Override
    public void whenDecided(Runnable start, Consumer<IOException> refused) {}

    @Override
    public void giveUp() {}

    @Override
    public void answered(Answered answer) {}

    @Override
    public void over() {}
  }
}
