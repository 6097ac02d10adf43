package testapp;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.function.Function;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpFullRequest;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.apache.ApacheHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.utils.StringInputStream;
import testapp.calls.Call;
import testapp.calls.Client;
import testapp.calls.ClientCache;
import testapp.calls.Options;
import testapp.calls.Reply;
import testapp.calls.UnsupportedCallException;

/** The blocking clients of the AWS SDK, used like in the SDK. They do not follow redirects. */
final class AwsCalls implements Client {
  private final String name;
  private final ClientCache<SdkHttpClient> clients;

  private AwsCalls(String name, Function<Options, SdkHttpClient> factory) {
    this.name = name;
    this.clients = new ClientCache<>(factory);
  }

  static Client onApache4() {
    return new AwsCalls(
        "aws-apache",
        options ->
            ApacheHttpClient.builder()
                .socketTimeout(options.timeout())
                .maxConnections(Apache5Calls.CONNECTIONS)
                .build());
  }

  static Client onUrlConnection() {
    return new AwsCalls(
        "aws-url-connection",
        options -> UrlConnectionHttpClient.builder().socketTimeout(options.timeout()).build());
  }

  static SdkHttpFullRequest request(Call call) {
    SdkHttpFullRequest.Builder request =
        SdkHttpFullRequest.builder().uri(call.uri()).method(SdkHttpMethod.fromValue(call.method()));
    call.headers().forEach(request::putHeader);
    if (call.hasBody()) {
      request
          .putHeader("Content-Type", "text/plain")
          .putHeader("Content-Length", Integer.toString(call.body().getBytes(UTF_8).length))
          .contentStreamProvider(() -> new StringInputStream(call.body()));
    }
    return request.build();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Reply call(Call call) throws IOException {
    if (call.options().http2()) {
      throw new UnsupportedCallException();
    }
    SdkHttpFullRequest request = request(call);
    HttpExecuteResponse response =
        clients
            .with(call.options())
            .prepareRequest(
                HttpExecuteRequest.builder()
                    .request(request)
                    .contentStreamProvider(request.contentStreamProvider().orElse(null))
                    .build())
            .call();
    return Reply.read(
        call, response.httpResponse().statusCode(), response.responseBody().orElse(null));
  }
}
