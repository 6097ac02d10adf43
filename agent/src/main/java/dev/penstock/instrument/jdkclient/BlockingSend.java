package dev.penstock.instrument.jdkclient;

import dev.penstock.http.OutboundPermit;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.jspecify.annotations.Nullable;

/** A request whose sender waits for the answer. */
final class BlockingSend extends SentRequest {
  BlockingSend(Object request) {
    super((HttpRequest) request);
  }

  @Override
  public @Nullable Object went(@Nullable Object result, OutboundPermit departure) {
    if (result instanceof HttpResponse<?> response) {
      departure.answered(new Received(response));
    }
    departure.over();
    return result;
  }
}
