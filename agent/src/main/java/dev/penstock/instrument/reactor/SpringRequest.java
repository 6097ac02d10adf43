package dev.penstock.instrument.reactor;

import dev.penstock.instrument.UrlCall;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** A request of a Spring client, before the transport has it. */
abstract class SpringRequest extends UrlCall {
  private final SpringApi api;
  private final Object request;
  private final Object fields;

  /**
   * @param fields its header fields
   */
  SpringRequest(SpringApi api, Object request, URI url, Object fields) {
    super(api.method(request), url);
    this.api = api;
    this.request = request;
    this.fields = fields;
  }

  final SpringApi api() {
    return api;
  }

  @Override
  public final Object subject() {
    return request;
  }

  @Override
  public final @Nullable String header(String name) {
    return api.first(fields, name);
  }

  @Override
  public final @Nullable String headerLines(String name) {
    return api.joined(fields, name);
  }
}
