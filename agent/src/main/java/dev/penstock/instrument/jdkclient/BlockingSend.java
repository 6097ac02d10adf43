package dev.penstock.instrument.jdkclient;

import dev.penstock.http.OutboundPermit;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.jspecify.annotations.Nullable;

/** A call of {@code HttpClient.send}. */
final class BlockingSend extends SentRequest {
  BlockingSend(Object request) {
    super((HttpRequest) request);
  }

  @Override
  public @Nullable Object returned(@Nullable Object result, OutboundPermit permit) {
    if (result instanceof HttpResponse<?> response) {
      permit.responded(new Received(response));
    }
    permit.close();
    return result;
  }
}
