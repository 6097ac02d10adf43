package dev.penstock.instrument;

import dev.penstock.http.OutboundPermit;
import dev.penstock.http.OutboundResponse;
import java.io.IOException;
import java.util.function.Consumer;

/** The departure of a call that somebody else sees off, or has seen off before. */
public enum NoOpPermit implements OutboundPermit {
  DEPARTURE;

  @Override
  public void whenDecided(Runnable start, Consumer<IOException> refused) {
    start.run();
  }

  @Override
  public void cancel() {}

  @Override
  public void responded(OutboundResponse answer) {}

  @Override
  public void close() {}
}
