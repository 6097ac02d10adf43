package dev.penstock.instrument.reactor;

import dev.penstock.http.OutboundPermit;
import dev.penstock.http.OutboundResponse;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** A blocking request of {@code RestClient} or {@code RestTemplate}. */
final class RestClientCall extends SpringRequest {
  RestClientCall(SpringApi api, Object request, URI url, Object fields) {
    super(api, request, url, fields);
  }

  @Override
  public @Nullable Object returned(@Nullable Object result, OutboundPermit permit) {
    if (result != null) {
      permit.responded(new Received(SpringResponses.of(result.getClass()), api(), result));
    }
    permit.close();
    return result;
  }

  /** The response. */
  private record Received(SpringResponses responses, SpringApi api, Object response)
      implements OutboundResponse {
    @Override
    public int status() {
      return responses.status(response);
    }

    @Override
    public @Nullable String field(String name) {
      return api.joined(responses.headers(response), name);
    }
  }
}
