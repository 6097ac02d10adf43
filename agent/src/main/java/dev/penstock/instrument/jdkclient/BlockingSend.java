package dev.penstock.instrument.jdkclient;

import dev.penstock.call.Departure;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.jspecify.annotations.Nullable;

/** A request whose sender waits for the answer. */
final class BlockingSend extends Sent {
  BlockingSend(Object request) {
    super((HttpRequest) request);
  }

  @Override
  public @Nullable Object went(@Nullable Object result, Departure departure) {
    if (result instanceof HttpResponse<?> response) {
      departure.answered(new Received(response));
    }
    departure.over();
    return result;
  }
}
