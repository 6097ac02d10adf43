package testapp;

import java.io.IOException;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpUriRequest;
import org.apache.http.client.methods.RequestBuilder;
import org.apache.http.entity.ContentType;
import org.apache.http.entity.StringEntity;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClientBuilder;
import testapp.calls.Call;
import testapp.calls.Client;
import testapp.calls.ClientCache;
import testapp.calls.Options;
import testapp.calls.Reply;
import testapp.calls.UnsupportedCallException;

/** The blocking client of Apache HttpClient 4. */
final class Apache4Calls implements Client {
  private final ClientCache<CloseableHttpClient> clients = new ClientCache<>(Apache4Calls::client);

  private static CloseableHttpClient client(Options options) {
    if (options.http2()) {
      throw new UnsupportedCallException();
    }
    return HttpClientBuilder.create()
        .setMaxConnPerRoute(Apache5Calls.CONNECTIONS)
        .setMaxConnTotal(Apache5Calls.CONNECTIONS)
        .setDefaultRequestConfig(config(options))
        .build();
  }

  static RequestConfig config(Options options) {
    return RequestConfig.custom()
        .setSocketTimeout(options.timeoutMillis())
        .setRedirectsEnabled(options.followsRedirects())
        .build();
  }

  static HttpUriRequest request(Call call) {
    var request = RequestBuilder.create(call.method()).setUri(call.uri());
    call.headers().forEach(request::addHeader);
    if (call.hasBody()) {
      request.setEntity(new StringEntity(call.body(), ContentType.TEXT_PLAIN));
    }
    return request.build();
  }

  @Override
  public String name() {
    return "apache4";
  }

  @Override
  public Reply call(Call call) throws IOException {
    CloseableHttpClient client = clients.with(call.options());
    try (CloseableHttpResponse response = client.execute(request(call))) {
      return Reply.read(
          call,
          response.getStatusLine().getStatusCode(),
          response.getEntity() == null ? null : response.getEntity().getContent());
    }
  }
}
