package dev.penstock.instrument.reactor;

import dev.penstock.http.OutboundPermit;
import dev.penstock.instrument.NoOpPermit;
import dev.penstock.instrument.reactor.Monos.Word;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** A request of the {@code WebClient}, which is judged only where its transport sends it. */
final class WebClientRequest extends SpringRequest {
  private final Monos monos;
  private final String url;

  WebClientRequest(SpringApi api, Monos monos, Object request, URI url) {
    super(api, request, url, api.headers(request));
    this.monos = monos;
    this.url = url.toString();
  }

  /**
   * True if it is sent by this call of the transport, and not by one that is made on the way.
   *
   * @param uri what the transport was asked for
   */
  boolean isSentTo(@Nullable String uri) {
    return url.equals(uri);
  }

  @Override
  public OutboundPermit earlierPermit() {
    return NoOpPermit.INSTANCE;
  }

  /** Lets the transport know, whenever somebody subscribes, what it has been asked to send. */
  @Override
  public @Nullable Object returned(@Nullable Object result, OutboundPermit permit) {
    return result == null ? null : monos.saying(result, Word.REQUEST, this);
  }

  /** Not the same as the transport's call, or else that would be taken for a part of this. */
  @Override
  public String toString() {
    return "WebClient's " + super.toString();
  }
}
