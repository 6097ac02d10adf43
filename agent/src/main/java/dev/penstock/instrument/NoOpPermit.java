package dev.penstock.instrument;

import dev.penstock.http.OutboundPermit;
import dev.penstock.http.OutboundResponse;
import java.io.IOException;
import java.util.function.Consumer;

/** The permit of a call that another hook reports; it starts the call and ignores the rest. */
public enum NoOpPermit implements OutboundPermit {
  INSTANCE;

  @Override
  public void whenDecided(Runnable start, Consumer<IOException> reject) {
    start.run();
  }

  @Override
  public void cancel() {}

  @Override
  public void responded(OutboundResponse response) {}

  @Override
  public void close() {}
}
