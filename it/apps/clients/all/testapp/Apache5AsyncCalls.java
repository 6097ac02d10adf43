package testapp;

import java.util.concurrent.Future;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClientBuilder;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http2.HttpVersionPolicy;
import org.apache.hc.core5.util.Timeout;
import testapp.calls.AsyncClient;
import testapp.calls.Call;
import testapp.calls.ClientCache;
import testapp.calls.Options;
import testapp.calls.Reply;
import testapp.calls.ReplyFuture;
import testapp.calls.UnsupportedCallException;

/** The asynchronous client of Apache HttpClient 5. */
final class Apache5AsyncCalls implements AsyncClient {
  private final ClientCache<CloseableHttpAsyncClient> clients =
      new ClientCache<>(Apache5AsyncCalls::client);

  private static CloseableHttpAsyncClient client(Options options) {
    HttpVersionPolicy version =
        options.http2() ? HttpVersionPolicy.NEGOTIATE : HttpVersionPolicy.FORCE_HTTP_1;
    var builder =
        HttpAsyncClientBuilder.create()
            .setConnectionManager(
                PoolingAsyncClientConnectionManagerBuilder.create()
                    .setDefaultTlsConfig(TlsConfig.custom().setVersionPolicy(version).build())
                    .setMaxConnPerRoute(Apache5Calls.CONNECTIONS)
                    .setMaxConnTotal(Apache5Calls.CONNECTIONS)
                    .build())
            .setDefaultRequestConfig(
                RequestConfig.custom().setResponseTimeout(Timeout.of(options.timeout())).build());
    CloseableHttpAsyncClient client =
        options.followsRedirects() ? builder.build() : builder.disableRedirectHandling().build();
    client.start();
    return client;
  }

  @Override
  public String name() {
    return "apache5-async";
  }

  @Override
  public Future<Reply> start(Call call) {
    if (call.streamed()) {
      throw new UnsupportedCallException();
    }
    var request = SimpleRequestBuilder.create(call.method()).setUri(call.uri());
    call.headers().forEach(request::addHeader);
    if (call.hasBody()) {
      request.setBody(call.body(), ContentType.TEXT_PLAIN);
    }
    SimpleHttpRequest built = request.build();
    return new ReplyFuture<>(
        clients.with(call.options()).execute(built, null),
        response -> Reply.of(response.getCode(), response.getBodyText()));
  }
}
