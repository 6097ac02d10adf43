package dev.penstock.instrument.reactor;

import dev.penstock.http.OutboundPermit;
import dev.penstock.instrument.NoOpPermit;
import dev.penstock.instrument.reactor.Monos.Word;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** A request of {@code WebClient}; it is decided where its transport sends it. */
final class WebClientRequest extends SpringRequest {
  private final Monos monos;
  private final String url;

  WebClientRequest(SpringApi api, Monos monos, Object request, URI url) {
    super(api, request, url, api.headers(request));
    this.monos = monos;
    this.url = url.toString();
  }

  /**
   * True if this call of the transport sends it, and not a nested call.
   *
   * @param uri the URI of the transport request
   */
  boolean isSentTo(@Nullable String uri) {
    return url.equals(uri);
  }

  @Override
  public OutboundPermit earlierPermit() {
    return NoOpPermit.INSTANCE;
  }

  /** Passes this request to the transport with each subscription. */
  @Override
  public @Nullable Object returned(@Nullable Object result, OutboundPermit permit) {
    return result == null ? null : monos.saying(result, Word.REQUEST, this);
  }

  /** Differs from the transport's call, which would otherwise count as nested in this one. */
  @Override
  public String toString() {
    return "WebClient's " + super.toString();
  }
}
