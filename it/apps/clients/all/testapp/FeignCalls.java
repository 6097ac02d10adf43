package testapp;

import feign.Client.Default;
import feign.Feign;
import feign.HeaderMap;
import feign.Headers;
import feign.Request;
import feign.RequestLine;
import feign.Response;
import feign.Retryer;
import feign.Target;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import testapp.calls.Call;
import testapp.calls.Client;
import testapp.calls.ClientCache;
import testapp.calls.Options;
import testapp.calls.Reply;
import testapp.calls.UnsupportedCallException;

/** Feign on one of its underlying clients. */
final class FeignCalls implements Client {
  private final String name;
  private final ClientCache<Api> clients;

  private FeignCalls(String name, Function<Options, feign.Client> underlying) {
    this.name = name;
    this.clients = new ClientCache<>(options -> api(options, underlying.apply(options)));
  }

  static Client onUrlConnection() {
    return new FeignCalls("feign", FeignCalls::urlConnection);
  }

  static Client onOkHttp() {
    return new FeignCalls(
        "feign-okhttp", options -> new feign.okhttp.OkHttpClient(OkHttpCalls.client(options)));
  }

  private static feign.Client urlConnection(Options options) {
    if (options.http2()) {
      throw new UnsupportedCallException();
    }
    return new Default(null, null);
  }

  private static Api api(Options options, feign.Client underlying) {
    return Feign.builder()
        .client(underlying)
        .options(
            new Request.Options(
                options.timeoutMillis(),
                TimeUnit.MILLISECONDS,
                options.timeoutMillis(),
                TimeUnit.MILLISECONDS,
                options.followsRedirects()))
        // Without retries, so that each call is one request.
        .retryer(Retryer.NEVER_RETRY)
        .target(Target.EmptyTarget.create(Api.class));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Reply call(Call call) throws IOException {
    Api api = clients.with(call.options());
    Map<String, Object> headers = Map.copyOf(call.headers());
    Response response =
        call.hasBody() ? api.post(call.uri(), headers, call.body()) : api.get(call.uri(), headers);
    return Reply.read(
        call, response.status(), response.body() == null ? null : response.body().asInputStream());
  }

  /** The API, declared as in an application that uses Feign. */
  interface Api {
    @RequestLine("GET")
    Response get(URI uri, @HeaderMap Map<String, Object> headers);

    @RequestLine("POST")
    @Headers("Content-Type: text/plain")
    Response post(URI uri, @HeaderMap Map<String, Object> headers, String body);
  }
}
