package dev.penstock.instrument.asynchttpclient;

import dev.penstock.instrument.UrlCall;
import org.jspecify.annotations.Nullable;

/** A request of AsyncHttpClient. */
abstract class AsyncHttpCall extends UrlCall {
  private final AsyncHttpApi api;
  private final Object request;

  AsyncHttpCall(AsyncHttpApi api, Object request) {
    this(api, request, api.messages(), api.messages().uri(request));
  }

  private AsyncHttpCall(
      AsyncHttpApi api, Object request, AsyncHttpMessageApi messages, Object uri) {
    super(
        messages.method(request),
        messages.scheme(uri),
        messages.host(uri),
        messages.port(uri),
        messages.path(uri),
        messages.query(uri));
    this.api = api;
    this.request = request;
  }

  final AsyncHttpApi api() {
    return api;
  }

  @Override
  public final Object subject() {
    return request;
  }

  @Override
  public final boolean mayBlock() {
    return false;
  }

  @Override
  public final @Nullable String header(String name) {
    return api.messages().header(request, name);
  }

  @Override
  public final @Nullable String headerLines(String name) {
    return api.messages().headerLines(request, name);
  }
}
