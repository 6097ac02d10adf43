package dev.penstock.instrument;

import dev.penstock.http.OutboundPermit;
import dev.penstock.http.OutboundResponse;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/** A departure that is decided by the test, and notes what it is told. */
public final class NotedDeparture implements OutboundPermit {
  private final List<String> events;
  private Runnable start = () -> {};
  private Consumer<IOException> refused = why -> {};

  public NotedDeparture(List<String> events) {
    this.events = events;
  }

  @Override
  public void whenDecided(Runnable newStart, Consumer<IOException> newRefused) {
    start = newStart;
    refused = newRefused;
  }

  public void start() {
    start.run();
  }

  public void refuse(IOException why) {
    refused.accept(why);
  }

  @Override
  public void cancel() {
    events.add("given up");
  }

  @Override
  public void responded(OutboundResponse answer) {
    events.add("answered " + answer.status() + " " + answer.field("Retry-After"));
  }

  @Override
  public void close() {
    events.add("over");
  }
}
