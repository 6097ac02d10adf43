package dev.penstock.instrument;

import dev.penstock.http.OutboundPermit;
import dev.penstock.http.OutboundResponse;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/** A fake permit that a test starts or rejects. It records its events. */
public final class RecordedPermit implements OutboundPermit {
  private final List<String> events;
  private Runnable start = () -> {};
  private Consumer<IOException> reject = reason -> {};

  public RecordedPermit(List<String> events) {
    this.events = events;
  }

  @Override
  public void whenDecided(Runnable newStart, Consumer<IOException> newReject) {
    start = newStart;
    reject = newReject;
  }

  public void start() {
    start.run();
  }

  public void reject(IOException reason) {
    reject.accept(reason);
  }

  @Override
  public void cancel() {
    events.add("permit cancelled");
  }

  @Override
  public void responded(OutboundResponse response) {
    events.add("responded " + response.status() + " " + response.field("Retry-After"));
  }

  @Override
  public void close() {
    events.add("closed");
  }
}
