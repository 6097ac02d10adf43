package dev.penstock.instrument.apache;

import dev.penstock.http.OutboundResponse;
import dev.penstock.instrument.UrlCall;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A call of an Apache HTTP client, read through {@link ApacheMessages}. */
abstract class ApacheCall extends UrlCall {
  private final ApacheMessages messages;
  private final Object request;

  /**
   * @param host the library's host object; null if only the request names the host
   */
  ApacheCall(ApacheMessages messages, @Nullable Object host, Object request) {
    this(messages, RequestTarget.of(messages, host, request), request);
  }

  private ApacheCall(ApacheMessages messages, RequestTarget address, Object request) {
    super(
        messages.method(request),
        address.scheme(),
        address.host(),
        address.port(),
        address.path(),
        address.query());
    this.messages = messages;
    this.request = request;
  }

  final Object request() {
    return request;
  }

  @Override
  public Object subject() {
    return request;
  }

  @Override
  public final @Nullable String header(String name) {
    List<String> lines = messages.fields(request, name);
    return lines.isEmpty() ? null : lines.get(0);
  }

  @Override
  public final @Nullable String headerLines(String name) {
    return messages.joined(request, name);
  }

  protected final OutboundResponse answer(Object response) {
    return new Received(messages, response);
  }

  /** The response. */
  private record Received(ApacheMessages messages, Object response) implements OutboundResponse {
    @Override
    public int status() {
      return messages.status(response);
    }

    @Override
    public @Nullable String field(String name) {
      return messages.joined(response, name);
    }
  }
}
