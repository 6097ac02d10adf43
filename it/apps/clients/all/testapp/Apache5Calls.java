package testapp;

import java.io.IOException;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.util.Timeout;
import testapp.calls.Call;
import testapp.calls.Client;
import testapp.calls.ClientCache;
import testapp.calls.Options;
import testapp.calls.Reply;
import testapp.calls.UnsupportedCallException;

/** The classic client of Apache HttpClient 5. */
final class Apache5Calls implements Client {
  /** Enough for the largest number of concurrent calls in a test. */
  static final int CONNECTIONS = 256;

  private final ClientCache<CloseableHttpClient> clients = new ClientCache<>(Apache5Calls::client);

  static CloseableHttpClient client(Options options) {
    if (options.http2()) {
      throw new UnsupportedCallException();
    }
    var builder =
        HttpClientBuilder.create()
            .setConnectionManager(
                PoolingHttpClientConnectionManagerBuilder.create()
                    .setMaxConnPerRoute(CONNECTIONS)
                    .setMaxConnTotal(CONNECTIONS)
                    .build())
            .setDefaultRequestConfig(
                RequestConfig.custom().setResponseTimeout(Timeout.of(options.timeout())).build());
    return options.followsRedirects() ? builder.build() : builder.disableRedirectHandling().build();
  }

  @Override
  public String name() {
    return "apache5";
  }

  @Override
  public Reply call(Call call) throws IOException {
    var request = new HttpUriRequestBase(call.method(), call.uri());
    call.headers().forEach(request::addHeader);
    if (call.hasBody()) {
      request.setEntity(new StringEntity(call.body(), ContentType.TEXT_PLAIN));
    }
    return clients
        .with(call.options())
        .execute(
            request,
            response ->
                Reply.read(
                    call,
                    response.getCode(),
                    response.getEntity() == null ? null : response.getEntity().getContent()));
  }
}
