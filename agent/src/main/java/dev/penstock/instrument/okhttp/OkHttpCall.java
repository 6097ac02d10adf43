package dev.penstock.instrument.okhttp;

import dev.penstock.http.OutboundResponse;
import dev.penstock.instrument.UrlCall;
import dev.penstock.instrument.WeakIdentityMap;
import org.jspecify.annotations.Nullable;

/** A call of OkHttp, or a retry within one. */
abstract class OkHttpCall extends UrlCall {
  private final OkHttpApi api;
  private final WeakIdentityMap<OkHttpCall> waiting;
  private final Object call;
  private final Object request;

  OkHttpCall(OkHttpApi api, WeakIdentityMap<OkHttpCall> waiting, Object call, Object request) {
    this(api, waiting, call, request, api.requests().url(request));
  }

  private OkHttpCall(
      OkHttpApi api, WeakIdentityMap<OkHttpCall> waiting, Object call, Object request, Object url) {
    super(
        api.requests().method(request),
        api.requests().scheme(url),
        api.requests().host(url),
        api.requests().port(url),
        api.requests().path(url),
        api.requests().query(url));
    this.api = api;
    this.waiting = waiting;
    this.call = call;
    this.request = request;
  }

  /** Called after the application has cancelled the call in the library. */
  abstract void cancelled();

  final OkHttpApi api() {
    return api;
  }

  final WeakIdentityMap<OkHttpCall> waiting() {
    return waiting;
  }

  @Override
  public final Object subject() {
    return call;
  }

  @Override
  public final @Nullable String header(String name) {
    return api.requests().header(request, name);
  }

  @Override
  public final @Nullable String headerLines(String name) {
    return api.requests().headerLines(request, name);
  }

  /** The response. */
  record Received(OkHttpApi api, Object response) implements OutboundResponse {
    @Override
    public int status() {
      return api.status(response);
    }

    @Override
    public @Nullable String field(String name) {
      return api.responseField(response, name);
    }
  }
}
