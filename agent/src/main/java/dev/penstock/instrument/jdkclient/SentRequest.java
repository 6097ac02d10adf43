package dev.penstock.instrument.jdkclient;

import dev.penstock.http.OutboundResponse;
import dev.penstock.instrument.HeaderLines;
import dev.penstock.instrument.UrlCall;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.jspecify.annotations.Nullable;

/** A call of {@code java.net.http.HttpClient}, or a retry within one. */
abstract class SentRequest extends UrlCall {
  private final HttpRequest request;

  SentRequest(HttpRequest request) {
    super(request.method(), request.uri());
    this.request = request;
  }

  final HttpRequest request() {
    return request;
  }

  @Override
  public Object subject() {
    return request;
  }

  @Override
  public final @Nullable String header(String name) {
    return request.headers().firstValue(name).orElse(null);
  }

  @Override
  public final @Nullable String headerLines(String name) {
    return HeaderLines.joined(request.headers().allValues(name));
  }

  /** The response. */
  record Received(HttpResponse<?> response) implements OutboundResponse {
    @Override
    public int status() {
      return response.statusCode();
    }

    @Override
    public @Nullable String field(String name) {
      return HeaderLines.joined(response.headers().allValues(name));
    }
  }
}
